import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { addressReason, type Reason, reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { judgeAddress } from './judge-address.ts';
import { pinnedLookup } from './pinned-lookup.ts';

export interface BoundedGetOptions {
  outbound: OutboundRule;
  timeoutMs: number;
  maxBytes: number;
}

export type BoundedReply =
  /** The body is undefined if the status is not 200, or if it is larger than allowed. */
  { kind: 'reply'; status: number; body: Buffer | undefined } | { kind: 'failed'; reason: Reason };

/**
 * Fetches a file from an address that came from elsewhere. The name is resolved once and checked, the connection uses that
 * address, no redirect is followed, and time and size are limited.
 */
export async function boundedGet(
  address: string,
  { outbound, timeoutMs, maxBytes }: BoundedGetOptions,
): Promise<BoundedReply> {
  const failed = (reason: Reason): BoundedReply => ({ kind: 'failed', reason });
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return failed(reasonCode('fetch-address-not-http'));
  const found = await judgeAddress(url, outbound);
  if (found.kind !== 'ok') return failed(addressReason(found));
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await get(url, found, signal);
    const status = response.statusCode ?? 0;
    if (status === 200) return { kind: 'reply', status, body: await readBounded(response, maxBytes) };
    response.destroy();
    return { kind: 'reply', status, body: undefined };
  } catch (err) {
    const { code, name } = (signal.aborted ? signal.reason : err) as NodeJS.ErrnoException;
    if (name === 'TimeoutError') return failed(reasonCode('fetch-timed-out'));
    return failed(reasonCode('fetch-connection-failed', { error: code ?? name }));
  }
}

const get = (url: URL, address: { address: string; family: 4 | 6 }, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    open(url, { agent: false, lookup: pinnedLookup(address), signal, headers: { 'user-agent': 'Holdfast' } })
      .on('error', reject)
      .on('response', resolve)
      // Closed without an error or a reply: the server has changed to another protocol, and the time limit has no effect.
      .on('close', () => reject(new Error('It did not answer.')))
      .end();
  });

/** Undefined as soon as it exceeds the limit. */
async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
