import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { ApiProblem, type Client, createClient } from '@holdfast/client';
import { sleep, type Task } from '@holdfast/kit';
import type { DemoPassword } from './choose-password.ts';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import { cameraUrl } from './made-cameras.ts';

const USERNAME = 'admin';

export interface FurnishOptions {
  baseUrl: string;
  password: DemoPassword;
  rtspPort: number;
  print: (text: string) => void;
  /** Settles once the made cameras answer, so that none is seen offline first. */
  camerasReady: Promise<unknown>;
  cameras?: readonly DemoCamera[];
}

/** Puts the made cameras into an empty house, through the API and only once. Its administrator came with the start. */
export const furnish = (options: FurnishOptions): Task => ({
  name: 'furnish',
  run: async (signal) => {
    const { baseUrl, password, rtspPort, print, camerasReady, cameras = demoCameras } = options;
    let token: string | undefined;
    const client = createClient({ baseUrl, token: () => token });
    token = await signIn(client, password.text, signal);
    if (signal.aborted) return;
    if (token === undefined) {
      // What this start chose opens nothing, and would only be tried in vain.
      if (password.isNew) await rm(password.file, { force: true });
      print(
        `\nThis house has an administrator of its own. The made cameras answer at:\n${addresses(cameras, rtspPort)}\n`,
      );
      return;
    }
    await Promise.race([camerasReady, once(signal, 'abort')]);
    const { items } = await client.cameras.listConfig();
    if (items.length === 0)
      for (const camera of cameras)
        await client.cameras.create({
          body: { name: camera.name, main_url: cameraUrl(camera, rtspPort), record_audio: true },
        });
    print(
      password.isNew
        ? `\nDemo: sign in at ${baseUrl}/ as ${USERNAME} with the password ${password.text}\n(kept in ${password.file})\n\n`
        : `\nDemo: sign in at ${baseUrl}/ as ${USERNAME} with the password in ${password.file}\n\n`,
    );
  },
});

/** A token; undefined when the house has an administrator of its own, or when we were stopped before the API answered. */
async function signIn(client: Client, password: string, signal: AbortSignal): Promise<string | undefined> {
  while (!signal.aborted) {
    try {
      return (await client.auth.login({ body: { username: USERNAME, password } })).token;
    } catch (err) {
      if (err instanceof ApiProblem && err.status === 401) return undefined;
      await sleep(200, signal);
    }
  }
  return undefined;
}

const addresses = (cameras: readonly DemoCamera[], port: number) =>
  cameras.map((camera) => `  ${camera.name}: ${cameraUrl(camera, port)}\n`).join('');
