import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HubFaults, type SimulatedHub, startSimulatedHub } from '@holdfast/simulated-hub';
import { freePort } from './free-port.ts';
import { SWITCHING_PROTOCOLS } from './switching-server.ts';

/**
 * - `hang`: accepts connections and reads, but answers nothing
 * - `login-page`: a proxy answers everything with a page and status 200
 * - `no-socket`: a proxy refuses the upgrade
 * - `hanging-socket`: a proxy swallows the upgrade
 * - `switch`: answers with a protocol switch that was not requested
 * - `endless`: the upgrade is refused, and the list of states never ends
 */
export type HubManners =
  | 'ok'
  | 'hang'
  | 'login-page'
  | 'redirect'
  | 'no-socket'
  | 'hanging-socket'
  | 'fail'
  | 'switch'
  | 'endless';

export interface FakeHub extends Omit<SimulatedHub, 'listen'> {
  /** May be changed at any time; open connections obey as well. */
  manners: HubManners;
  redirectTo: string;
  /** Every request that arrived, upgrades included, also those that were not answered. */
  readonly requests: { method: string; path: string }[];
  /** The types of all commands that arrived over WebSockets. */
  readonly commands: string[];
  /** All connections are reset, and nothing listens until `revive`. */
  die(): Promise<void>;
  revive(): Promise<void>;
}

const LOGIN_PAGE = '<!doctype html><title>Login</title><form method="post"></form>';
const run = promisify(execFile);

/** The simulated hub, able to misbehave. */
export async function startFakeHub({ tls = false } = {}): Promise<FakeHub> {
  const requests: FakeHub['requests'] = [];
  const commands: string[] = [];
  const note = ({ method = '', url = '' }: IncomingMessage) => requests.push({ method, path: url });
  const refusals = (): Partial<Record<HubManners, string>> => ({
    'no-socket': '404 Not Found',
    'hanging-socket': 'silence',
    endless: '404 Not Found',
    fail: '500 Oops',
    'login-page': '200 OK',
    redirect: `302 Found\r\nlocation: ${hub.redirectTo}`,
  });
  const faults: HubFaults = {
    isSilent: () => hub.manners === 'hang',
    answers: (request, response) => {
      note(request);
      return answersBadly(hub, request, response);
    },
    refusesUpgrade: (request) => {
      note(request);
      return refusals()[hub.manners];
    },
    onCommand: (type) => void commands.push(type),
  };
  const simulated = await startSimulatedHub({
    token: 'the-token-of-the-fake-hub',
    // One that nobody else is given while the hub is dead.
    port: await freePort(),
    faults,
    ...(tls && { tls: await makeCertificate() }),
  });
  const hub: FakeHub = Object.assign(simulated, {
    manners: 'ok' as const,
    redirectTo: 'http://127.0.0.2:1/',
    requests,
    commands,
    die: simulated.stop,
    revive: simulated.listen,
  });
  return hub;
}

/** Answers a request if the manners of the hub require a bad answer; returns whether it did. */
function answersBadly(hub: FakeHub, { url, headers }: IncomingMessage, response: ServerResponse): boolean {
  switch (hub.manners) {
    case 'login-page':
      response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE);
      return true;
    case 'redirect':
      response.writeHead(302, { location: hub.redirectTo }).end();
      return true;
    case 'fail':
      response.writeHead(500).end(`no, ${hub.token} does not help`);
      return true;
    case 'switch':
      response.socket?.write(SWITCHING_PROTOCOLS);
      return true;
    case 'endless':
      if (url !== '/api/states' || headers.authorization !== `Bearer ${hub.token}`) return false;
      pour(response);
      return true;
    default:
      return false;
  }
}
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('['.repeat(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-hub-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=hub'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
