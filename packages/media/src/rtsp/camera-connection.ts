import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { addressReason, reasonCode } from '@holdfast/domain';
import { type OutboundRule, resolveOutbound } from '@holdfast/kit';
import type { CameraUrl } from './camera-url.ts';
import { offline, refused } from './source-state.ts';

/**
 * How to verify an `rtsps` camera. Cameras have self-signed certificates, so `any` is the default: it protects against
 * eavesdropping, but not against a man in the middle; a fingerprint does.
 */
export type CameraTrust = { kind: 'any' } | { kind: 'authority' } | { kind: 'fingerprint'; sha256: string };

/** One receive buffer for all connections: a chunk is consumed before the next read. */
const received = Buffer.allocUnsafeSlow(256 * 1024);

export interface CameraConnection {
  socket: Socket;
  /** A single listener gets every received chunk, which is only valid during the call. */
  onChunk: (listener: (chunk: Buffer) => void) => void;
}

export async function connectCamera({
  camera,
  trust,
  outbound,
  timeoutMs,
  signal,
}: {
  camera: CameraUrl;
  trust: CameraTrust;
  outbound: OutboundRule;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<CameraConnection> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const address = await untilAborted(resolveAddress(camera, outbound), limit);
  const connection = camera.secure ? connectTls(camera, address, trust) : connectPlain(address, camera.port);
  const { socket } = connection;
  socket.setNoDelay(true);
  await untilConnected(socket, camera.secure ? 'secureConnect' : 'connect', limit);
  if (camera.secure) checkFingerprint(socket, trust);
  return connection;
}

/** The name is resolved once, so that a changing DNS answer cannot lead to another host. */
async function resolveAddress({ host, port }: CameraUrl, outbound: OutboundRule): Promise<string> {
  const found = await resolveOutbound(host, port, outbound);
  if (found.kind === 'unknown') throw offline(addressReason(found));
  if (found.kind === 'refused') throw refused(addressReason(found));
  return found.address;
}

function connectPlain(host: string, port: number): CameraConnection {
  let listener = (_chunk: Buffer) => {};
  const callback = (bytes: number) => {
    listener(received.subarray(0, bytes));
    return true;
  };
  const socket = net.connect({ host, port, onread: { buffer: received, callback } });
  return {
    socket,
    onChunk: (heard) => {
      listener = heard;
    },
  };
}

function connectTls(camera: CameraUrl, address: string, trust: CameraTrust): CameraConnection {
  const socket = tls.connect({
    host: address,
    port: camera.port,
    rejectUnauthorized: trust.kind === 'authority',
    ...(net.isIP(camera.host) === 0 ? { servername: camera.host } : {}),
  });
  return { socket, onChunk: (listener) => void socket.on('data', listener) };
}

function checkFingerprint(socket: Socket, trust: CameraTrust): void {
  if (trust.kind !== 'fingerprint' || !(socket instanceof tls.TLSSocket)) return;
  const shown = plainHex(socket.getPeerCertificate().fingerprint256 ?? '');
  if (shown === plainHex(trust.sha256)) return;
  socket.destroy();
  throw refused(reasonCode('camera-certificate-changed'));
}

const plainHex = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

function untilConnected(socket: Socket, event: 'connect' | 'secureConnect', limit: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      limit.removeEventListener('abort', onAbort);
      socket.off('error', onError);
      if (error === undefined) return resolve();
      // Later errors of a socket without a listener must not be uncaught.
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const onAbort = () => settle(offline(reasonCode('camera-not-responding')));
    const onError = (error: NodeJS.ErrnoException) => settle(connectFault(error));
    if (limit.aborted) return onAbort();
    limit.addEventListener('abort', onAbort, { once: true });
    socket.once('error', onError);
    socket.once(event, () => settle());
  });
}

function connectFault(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ECONNREFUSED') return offline(reasonCode('camera-connection-refused'));
  if (error.code === 'EHOSTUNREACH' || error.code === 'ENETUNREACH') return offline(reasonCode('camera-no-route'));
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(error.code ?? ''))
    return refused(reasonCode('camera-certificate-untrusted'));
  if (error.code?.startsWith('ERR_SSL') || error.code === 'EPROTO') return refused(reasonCode('camera-not-tls'));
  return offline(reasonCode('camera-connection-failed'));
}

function untilAborted<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(offline(reasonCode('camera-not-responding')));
    if (limit.aborted) return onAbort();
    limit.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => limit.removeEventListener('abort', onAbort));
  });
}
