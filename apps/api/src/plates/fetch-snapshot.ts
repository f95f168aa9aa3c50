import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkCropJpeg, reasonText, SNAPSHOT_LIMITS } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { judgeAddress } from '../http/judge-address.ts';
import { pinnedLookup } from '../http/pinned-lookup.ts';

export type Snapshot =
  | { kind: 'ok'; jpeg: Buffer }
  /** `hasAnswered`: it may answer for another picture. */
  | { kind: 'failed'; reason: string; hasAnswered: boolean };
export type FetchSnapshot = (url: string) => Promise<Snapshot>;

const failed = (reason: string, hasAnswered = false): Snapshot => ({ kind: 'failed', reason, hasAnswered });

/**
 * Fetches a picture from the source's address. The name is resolved once and checked, the connection uses that address, no
 * redirect is followed, and the reply must be a JPEG within limits before anything decodes it.
 */
export const createFetchSnapshot =
  ({ outbound, timeoutMs = 5_000 }: { outbound: OutboundRule; timeoutMs?: number }): FetchSnapshot =>
  async (address) => {
    const url = URL.parse(address);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return failed('Its address is not an http address.');
    const found = await judgeAddress(url, outbound);
    if (found.kind !== 'ok') return failed(reasonText(found.reason));
    try {
      return judge(await get(url, found, AbortSignal.timeout(timeoutMs)));
    } catch (err) {
      const { code, name } = err as NodeJS.ErrnoException;
      return failed(name === 'TimeoutError' ? 'It came too late.' : `The connection failed (${code ?? name}).`);
    }
  };

function judge({ status, body }: { status: number; body: Buffer | undefined }): Snapshot {
  if (status !== 200) return failed(`The detector answered ${status}.`, true);
  const check = body && checkCropJpeg(body, SNAPSHOT_LIMITS);
  if (check?.kind !== 'jpeg') return failed('What the detector sent is not a picture that can be used.', true);
  return { kind: 'ok', jpeg: body as Buffer };
}

const get = (url: URL, address: { address: string; family: 4 | 6 }, signal: AbortSignal) =>
  new Promise<{ status: number; body: Buffer | undefined }>((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const asking = open(url, {
      agent: false,
      lookup: pinnedLookup(address),
      signal,
      headers: { 'user-agent': 'Holdfast' },
    });
    asking.on('error', (err) => reject(signal.aborted ? signal.reason : err));
    asking.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status === 200) return void readBounded(response).then((body) => resolve({ status, body }), reject);
      response.destroy();
      resolve({ status, body: undefined });
    });
    asking.end();
  });

/** Undefined as soon as it exceeds the limit. */
async function readBounded(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > SNAPSHOT_LIMITS.bytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
