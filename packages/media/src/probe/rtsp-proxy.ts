import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Reason } from '@holdfast/domain';
import { explainConnectFault } from './explain-failure.ts';
import { createRtspReplyFilter } from './rtsp-reply-filter.ts';

/** A local proxy to one camera. */
export interface RtspProxy {
  kind: 'ok';
  port: number;
  /** Whether the camera tried to redirect its client. */
  sawRedirect(): boolean;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 8_000;

/**
 * ffmpeg follows RTSP redirects to any host and sends the password along, so it never connects to a camera directly but
 * through this proxy, which blocks redirects. TLS ends here too, because cameras have self-signed certificates.
 */
export async function openRtspProxy(
  camera: { address: string; port: number; secure: boolean },
  signal: AbortSignal | undefined,
): Promise<RtspProxy | { kind: 'unreachable'; reason: Reason }> {
  const { address, port, secure } = camera;
  const socket = secure
    ? connectTls({ host: address, port, rejectUnauthorized: false })
    : connect({ host: address, port });
  try {
    const limit = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    await once(socket, secure ? 'secureConnect' : 'connect', {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (err) {
    socket.on('error', () => undefined).destroy();
    return { kind: 'unreachable', reason: explainConnectFault(err) };
  }
  return letThrough(socket.setNoDelay(true));
}

async function letThrough(camera: Socket): Promise<RtspProxy> {
  let sawRedirect = false;
  let reader: Socket | undefined;
  // Without this, an error before the first client would be unhandled.
  camera.on('error', () => undefined);
  const door: Server = createServer((socket) => {
    door.close();
    if (reader) return socket.destroy();
    reader = socket.setNoDelay(true);
    const push = createRtspReplyFilter();
    const filter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const filtered = push(chunk);
        if (filtered.kind === 'pass') return done(null, filtered.bytes);
        sawRedirect ||= filtered.kind === 'redirect';
        done(new Error(filtered.kind));
      },
    });
    pipeline(camera, filter, socket, () => camera.destroy());
    pipeline(socket, camera, () => camera.destroy());
    return undefined;
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    kind: 'ok',
    port: (door.address() as AddressInfo).port,
    sawRedirect: () => sawRedirect,
    close: () => {
      door.close();
      camera.destroy();
      reader?.destroy();
    },
  };
}
