import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Client, createClient } from '@holdfast/client';
import { freePort, PATIENCE_MS } from '@holdfast/testkit';

const mainOf = (app: 'launcher' | 'demo') => join(import.meta.dirname, '..', 'apps', app, 'src', 'main.ts');

export interface RunningProduct {
  baseUrl: string;
  /** Everything it printed so far. */
  output(): string;
  client(token?: string): Client;
  process: ChildProcess;
  stop(): Promise<number | null>;
}

/** For the simulated parts of the demo, as environment. */
export async function freeDemoPorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  for (const part of ['RTSP', 'HUB', 'MQTT', 'DETECTOR']) ports[`DEMO_${part}_PORT`] = String(await freePort());
  return ports;
}

/** The product as `npm start` or `npm run demo` runs it after its set-up, with its own folders and ports. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  app: 'launcher' | 'demo' = 'launcher',
  cwd?: string,
): Promise<RunningProduct> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const child = spawn(process.execPath, [mainOf(app)], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RTSP_PORT: String(await freePort()),
      LOG_LEVEL: 'info',
      ...env,
    },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<number | null> => {
    if (hasEnded(child)) return child.exitCode;
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  try {
    await untilHealthy(baseUrl, child, () => printed);
  } catch (err) {
    // Nobody else can stop it.
    await stop();
    throw err;
  }
  return {
    baseUrl,
    output: () => printed,
    client: (token) => createClient({ baseUrl, ...(token !== undefined && { token: () => token }) }),
    process: child,
    stop,
  };
}

/** A process that was killed has no exit code. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function untilHealthy(baseUrl: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    if (hasEnded(child))
      throw new Error(`the product exited with ${child.exitCode ?? child.signalCode}:\n${printed()}`);
    const status = await fetch(`${baseUrl}/health`).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the product did not come up:\n${printed()}`);
}
