import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { addressReason, reasonCode } from '@holdfast/domain';
import { aborted, type LookUp, type OutboundRule, resolveOutbound } from '@holdfast/kit';
import { HubFault, hubFault } from './hub-fault.ts';
import type { Hub } from './hub-settings.ts';

/**
 * A connection to the hub, checked before anything is sent over it: the address is one that may be reached, and the
 * certificate is trusted or the accepted one.
 */
export async function openConnection(
  { baseUrl, certificate }: Pick<Hub, 'baseUrl' | 'certificate'>,
  outbound: OutboundRule,
  signal: AbortSignal,
  lookUp?: LookUp,
): Promise<Socket> {
  const { hostname, port: portText, protocol } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  const port = Number(portText || (isSecure ? 443 : 80));
  // A name server may hang for half a minute, during which the hub would not count as missing.
  const found = await Promise.race([resolveOutbound(hostname, port, outbound, lookUp), aborted(signal)]);
  if (found === undefined) throw hubFault(signal.reason);
  if (found.kind !== 'ok') throw new HubFault('unreachable', addressReason(found));
  signal.throwIfAborted();
  const socket = isSecure
    ? connectTls({
        host: found.address,
        port,
        // An IP address is not a server name.
        ...(hostname !== found.address && !hostname.startsWith('[') && { servername: hostname }),
        rejectUnauthorized: certificate === null,
      })
    : connectTcp({ host: found.address, port });
  await whenConnected(socket, isSecure ? 'secureConnect' : 'connect', signal);
  if (isSecure && certificate !== null && fingerprintOf(socket as TLSSocket) !== certificate) {
    socket.destroy();
    throw new HubFault('unreachable', reasonCode('hub-certificate-changed'));
  }
  return socket.setNoDelay(true);
}

function whenConnected(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      signal.removeEventListener('abort', abort);
      socket.off('error', fail).off('close', close);
      done();
    };
    const fail = (err: unknown) => {
      // A destroyed socket may report another error, which has no handler.
      socket.on('error', () => {});
      socket.destroy();
      settle(() => reject(hubFault(err)));
    };
    const abort = () => fail(signal.reason);
    const close = () => fail({ code: 'ECONNRESET' });
    signal.addEventListener('abort', abort, { once: true });
    socket
      .once('error', fail)
      .once('close', close)
      .once(event, () => settle(resolve));
  });
}

/** SHA-256 of the certificate, in hexadecimal. */
const fingerprintOf = (socket: TLSSocket): string | undefined =>
  socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase();

/** The certificate that the hub shows, trusted or not; undefined without TLS or without an answer. */
export async function readFingerprint(
  baseUrl: string,
  outbound: OutboundRule,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(baseUrl);
  if (protocol !== 'https:') return undefined;
  const found = await Promise.race([resolveOutbound(hostname, Number(port || 443), outbound), aborted(signal)]);
  if (found?.kind !== 'ok') return undefined;
  const socket = connectTls({ host: found.address, port: Number(port || 443), rejectUnauthorized: false });
  try {
    await whenConnected(socket, 'secureConnect', signal);
    return fingerprintOf(socket);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
