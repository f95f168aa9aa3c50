import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ApiProblem, type Client, createClient } from '@holdfast/client';
import { sleep, type Task } from '@holdfast/kit';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import { cameraUrl } from './simulated-cameras.ts';

const USERNAME = 'admin';

export interface SetUpDemoOptions {
  baseUrl: string;
  /** Contains the password that was generated on the first start of the demo. */
  passwordFile: string;
  rtspPort: number;
  print: (text: string) => void;
  /** Settles once the simulated cameras accept connections, so that none is shown offline first. */
  camerasReady: Promise<unknown>;
  cameras?: readonly DemoCamera[];
}

/** Creates an administrator and the simulated cameras through the API, on the first start only. */
export const setUpDemo = (options: SetUpDemoOptions): Task => ({
  name: 'set-up-demo',
  run: async (signal) => {
    const { baseUrl, passwordFile, rtspPort, print, camerasReady, cameras = demoCameras } = options;
    let token: string | undefined;
    const client = createClient({ baseUrl, token: () => token });
    const isEmpty = await needsBootstrap(client, signal);
    if (isEmpty === undefined) return;
    await Promise.race([camerasReady, once(signal, 'abort')]);
    const password = await knownPassword(passwordFile, isEmpty);
    const signedIn = password === undefined ? undefined : await signIn(client, { password, isEmpty });
    if (signedIn === undefined) {
      print(`\nAn administrator already exists. Simulated cameras:\n${addresses(cameras, rtspPort)}\n`);
      return;
    }
    token = signedIn;
    const { items } = await client.cameras.listConfig();
    if (items.length === 0)
      for (const camera of cameras)
        await client.cameras.create({
          body: { name: camera.name, main_url: cameraUrl(camera, rtspPort), record_audio: true },
        });
    print(
      isEmpty
        ? `\nDemo: sign in at ${baseUrl}/ as ${USERNAME} with the password ${password}\n(saved in ${passwordFile})\n\n`
        : `\nDemo: sign in at ${baseUrl}/ as ${USERNAME} with the password in ${passwordFile}\n\n`,
    );
  },
});

/** Undefined if the demo was stopped before the API answered. */
async function needsBootstrap(client: Client, signal: AbortSignal): Promise<boolean | undefined> {
  while (!signal.aborted) {
    const setup = await client.auth.setup().catch(() => undefined);
    if (setup) return setup.needs_bootstrap;
    await sleep(200, signal);
  }
  return undefined;
}

async function knownPassword(file: string, isEmpty: boolean): Promise<string | undefined> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined || !isEmpty) return kept?.trim();
  const fresh = randomBytes(9).toString('base64url');
  await mkdir(dirname(file), { recursive: true });
  // Saved before it is used: otherwise a crash in between would leave an administrator whose password nobody knows.
  await writeFile(file, `${fresh}\n`, { mode: 0o600 });
  return fresh;
}

async function signIn(
  client: Client,
  { password, isEmpty }: { password: string; isEmpty: boolean },
): Promise<string | undefined> {
  const body = { username: USERNAME, password };
  const reply = isEmpty ? client.auth.bootstrap({ body }) : client.auth.login({ body });
  return reply.then(
    ({ token }) => token,
    (err: unknown) => {
      if (err instanceof ApiProblem) return undefined;
      throw err;
    },
  );
}

const addresses = (cameras: readonly DemoCamera[], port: number) =>
  cameras.map((camera) => `  ${camera.name}: ${cameraUrl(camera, port)}\n`).join('');
