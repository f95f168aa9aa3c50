import { get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { type Logger, sleep } from '@holdfast/kit';
import { localAddress, reachSentence } from './console-address.ts';

const MAX_BODY = 10_000;

/**
 * Waits until the API answers, then prints the last lines of the start: the address, the first sign-in while there is no
 * administrator, and how to open it to the network.
 */
export const announceWhenUp = async (options: {
  host: string;
  port: number;
  isPlain: boolean;
  isDemo: boolean;
  log: Logger;
  signal: AbortSignal;
  print: (text: string) => void;
}): Promise<void> => {
  const { host, port, isPlain, isDemo, log, signal, print } = options;
  const address = localAddress({ host, port });
  for (let tries = 1; !(await answers(`${address}/health`, signal)); tries += 1) {
    if (signal.aborted) return;
    if (tries % 300 === 0) log.warn({ address }, 'the API is not responding yet');
    await sleep(100, signal);
  }
  const elapsed = (performance.now() / 1_000).toFixed(1);
  const hasConsole = await answers(`${address}/ui/`, signal);
  const lines = [
    `Holdfast is running at ${address}/ (started in ${elapsed} s)`,
    ...((await needsFirstAdmin(address, signal)) ? firstAdminLines(address, hasConsole) : []),
    reachSentence({
      host,
      port,
      isPlain,
      interfaces: networkInterfaces(),
      command: isDemo ? 'npm run demo' : 'npm start',
    }),
  ];
  print(`\n${lines.join('\n')}\n\n`);
};

/**
 * The body of a successful reply, otherwise undefined. Without `fetch`: the library behind it would stay in the memory of a
 * process that sends no further requests.
 */
const getBody = (address: string, limitMs: number, stop: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limitMs)]);
    const request = get(address, { agent: false, signal }, (reply) => {
      const isOk = reply.statusCode === 200;
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => {
        if (body.length + text.length <= MAX_BODY) body += text;
      });
      reply.on('end', () => resolve(isOk ? body : undefined)).on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
  });

const answers = async (address: string, signal: AbortSignal): Promise<boolean> =>
  (await getBody(address, 2_000, signal)) !== undefined;

const needsFirstAdmin = async (address: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const body: unknown = JSON.parse((await getBody(`${address}/auth/setup`, 5_000, signal)) ?? 'null');
    return typeof body === 'object' && body !== null && 'needs_bootstrap' in body && body.needs_bootstrap === true;
  } catch {
    return false;
  }
};

const firstAdminLines = (address: string, hasConsole: boolean): string[] => [
  `There is no administrator yet. ${hasConsole ? 'Open the address above to create one. Without a browser:' : 'Create one with:'}`,
  `  curl ${address}/auth/bootstrap -H 'content-type: application/json' -d '{"username":"admin","password":"CHOOSE-ONE"}'`,
  '  (or start once with SEED_ADMIN_PASSWORD set)',
];
