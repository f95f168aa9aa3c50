import { createServer } from 'node:net';
import { sleep } from '../time/sleep.ts';
import { ExitWith, exitCodes } from './exit-with.ts';

export interface WantedPort {
  /** Of the setting. */
  name: string;
  port: number;
  host: string;
}

/** After a crash of the launcher its old children, which hold the ports, may still be exiting. */
export const PREDECESSOR_GRACE_MS = 3_000;

/** Ends the process with one sentence if two settings are the same port. */
export function requireDistinctPorts(wanted: readonly Omit<WantedPort, 'host'>[]): void {
  for (const [index, { name, port }] of wanted.entries()) {
    const twin = wanted.slice(0, index).find((earlier) => earlier.port === port);
    if (twin) throw new ExitWith(exitCodes.badConfig, `${twin.name} and ${name} are both ${port}; they must differ.`);
  }
}

/** Ends the process with one sentence if a port is still in use after `graceMs`, or cannot be opened at all. */
export async function requireFreePorts(wanted: readonly WantedPort[], graceMs: number): Promise<void> {
  const deadlineMs = performance.now() + graceMs;
  for (const port of wanted) await requireFreePort(port, deadlineMs);
}

const requireFreePort = async (wanted: WantedPort, deadlineMs: number): Promise<void> => {
  for (;;) {
    const fault = await listenFault(wanted);
    if (fault === undefined) return;
    if (fault !== 'EADDRINUSE' || performance.now() >= deadlineMs)
      throw new ExitWith(exitCodes.unavailable, portSentence(wanted, fault));
    await sleep(100);
  }
};

const listenFault = ({ port, host }: WantedPort): Promise<string | undefined> =>
  new Promise((resolveFault) => {
    const server = createServer();
    server.once('error', (err: NodeJS.ErrnoException) => resolveFault(err.code ?? err.message));
    server.listen({ port, host }, () => server.close(() => resolveFault(undefined)));
  });

const portSentence = ({ name, port, host }: WantedPort, code: string): string => {
  switch (code) {
    case 'EADDRINUSE':
      return `${name} ${port} is in use by another program; stop that one or set ${name} to a free port.`;
    case 'EACCES':
      return `${name} ${port} may not be opened by this user; use a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `${name} ${port} on ${host} cannot be opened (${code}).`;
  }
};
