import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLanAddress } from '@holdfast/domain';
import { createAnswerBudget } from './answer-budget.ts';
import { type ProbeMatch, probeMessage, readProbeMatches } from './probe-message.ts';

export interface DiscoveredDevice extends ProbeMatch {
  address: string;
}

export interface DiscoveryOptions {
  /** Target of the probe; the ONVIF multicast group by default. */
  target: { address: string; port: number };
  listenMs: number;
}

export const ONVIF_GROUP = { address: '239.255.255.250', port: 3702 };

export type DeviceDiscovery = (signal: AbortSignal) => Promise<DiscoveredDevice[]>;

const MAX_DEVICES = 256;
/** Datagrams may be lost, so the probe is sent twice. */
const PROBES = 2;

/** Probes the LAN for cameras and collects answers for a while. */
export const createDeviceDiscovery =
  ({ target, listenMs }: DiscoveryOptions): DeviceDiscovery =>
  async (signal) => {
    const messageId = randomUUID();
    const found = new Map<string, DiscoveredDevice>();
    const isRead = createAnswerBudget();
    const sockets = await Promise.all(interfacesFor(target.address).map((address) => openSocket(address)));
    try {
      for (const socket of sockets.filter((one) => one !== undefined)) {
        socket.on('message', (message, { address }) => {
          if (found.size >= MAX_DEVICES || !isLanAddress(address) || !isRead(address, message.length)) return;
          for (const match of readProbeMatches(message.toString('utf8'), { from: address, messageId }))
            if (!found.has(address)) found.set(address, { address, ...match });
        });
        // A network that is down rejects the probe; the others are still probed.
        socket.on('error', () => undefined);
        const question = Buffer.from(probeMessage(messageId));
        for (let time = 0; time < PROBES; time += 1)
          socket.send(question, target.port, target.address, () => undefined);
      }
      await waitFor(listenMs, signal);
    } finally {
      for (const socket of sockets) socket?.close();
    }
    return [...found.values()].sort((a, b) => a.address.localeCompare(b.address, 'en', { numeric: true }));
  };

/** A multicast datagram leaves through one interface only, so it is sent from the address of each. */
function interfacesFor(target: string): (string | undefined)[] {
  if (!isMulticast(target)) return [undefined];
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return own.length === 0 ? [undefined] : own.slice(0, 16);
}

const isMulticast = (address: string): boolean => isIPv4(address) && (Number(address.split('.')[0]) & 0xf0) === 0xe0;

function openSocket(address: string | undefined): Promise<Socket | undefined> {
  const socket = createSocket({ type: 'udp4', reuseAddr: false });
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind(0, address, () => {
      socket.removeAllListeners('error');
      try {
        if (address !== undefined) socket.setMulticastInterface(address);
      } catch {
        // The address was removed meanwhile: use the system's default route.
      }
      resolve(socket);
    });
  });
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
