import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { addressReason, DELIVERY_TIMEOUT_SECONDS, isLanAddress, type Reason, reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { judgeAddress } from '../http/judge-address.ts';
import { pinnedLookup } from '../http/pinned-lookup.ts';
import type { OutgoingRequest } from './channels/channel.ts';

export type PostResult =
  | { kind: 'ok' }
  | { kind: 'failed'; reason: Reason; retryAfterSeconds?: number }
  /** Nothing was sent: it has to stay in private networks, and the receiver is outside. */
  | { kind: 'outside' };
export type Post = (request: OutgoingRequest) => Promise<PostResult>;

const failed = (reason: Reason, retryAfterSeconds = 0): PostResult => ({
  kind: 'failed',
  reason,
  ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
});

/**
 * Sends one request and returns only whether it was accepted. The name is resolved once and checked, the connection uses that
 * address, redirects are not followed, and of the reply only the head is read.
 */
export function createPost({
  outbound,
  timeoutMs = DELIVERY_TIMEOUT_SECONDS * 1000,
  isInside = isLanAddress,
}: {
  outbound: OutboundRule;
  timeoutMs?: number;
  /** Whether an address is in a private network. */
  isInside?: (address: string) => boolean;
}): Post {
  return async (outgoing) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const tooLate = failed(reasonCode('delivery-timed-out', { seconds: timeoutMs / 1000 }));
    const gaveUp = new Promise<PostResult>((resolve) => {
      late.signal.addEventListener('abort', () => resolve(tooLate));
    });
    try {
      return await Promise.race([gaveUp, resolveAndSend(outgoing, { outbound, isInside }, late.signal)]);
    } finally {
      clearTimeout(timer);
      // Also ends a connection whose body would never end.
      late.abort();
    }
  };
}

async function resolveAndSend(
  outgoing: OutgoingRequest,
  { outbound, isInside }: { outbound: OutboundRule; isInside: (address: string) => boolean },
  signal: AbortSignal,
): Promise<PostResult> {
  const found = await judgeAddress(outgoing.url, outbound);
  if (found.kind !== 'ok') return failed(addressReason(found));
  // By the address that the connection uses, so that no answer of a name server can lead a picture outside.
  if (outgoing.staysInside && !isInside(found.address)) return { kind: 'outside' };
  // The caller has its answer already, so nothing may be sent any more.
  signal.throwIfAborted();
  return send(outgoing, found, signal);
}

function send(
  { method, url, headers, body }: OutgoingRequest,
  address: { address: string; family: 4 | 6 },
  signal: AbortSignal,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sending = open(url, {
      method,
      headers: { ...headers, 'content-length': String(body.length), 'user-agent': 'Holdfast' },
      agent: false,
      lookup: pinnedLookup(address),
      signal,
    });
    sending.on('response', (response) => {
      response.destroy();
      resolve(judgeReply(response.statusCode ?? 0, response.headers['retry-after']));
    });
    // Only the code: messages may contain the address, and the addresses of some services contain their secret.
    sending.on('error', (err: NodeJS.ErrnoException) =>
      resolve(failed(reasonCode('delivery-connection-failed', { error: err.code ?? err.name }))),
    );
    sending.end(body);
  });
}

function judgeReply(status: number, retryAfter: string | undefined): PostResult {
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status >= 300 && status < 400) return failed(reasonCode('delivery-redirected', { status }));
  return failed(reasonCode('delivery-status', { status }), Number(retryAfter ?? 0));
}
