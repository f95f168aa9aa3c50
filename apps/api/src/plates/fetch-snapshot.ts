import { checkCropJpeg, type Reason, reasonCode, SNAPSHOT_LIMITS } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { boundedGet } from '../http/bounded-get.ts';

export type Snapshot =
  | { kind: 'ok'; jpeg: Buffer }
  /** `hasAnswered`: the detector answered, so a request for another picture may succeed. */
  | { kind: 'failed'; reason: Reason; hasAnswered: boolean };
export type FetchSnapshot = (url: string) => Promise<Snapshot>;

const failed = (reason: Reason, hasAnswered = false): Snapshot => ({ kind: 'failed', reason, hasAnswered });

/** Fetches a picture from the source's address; the reply must be a JPEG within limits before anything decodes it. */
export const createFetchSnapshot =
  ({ outbound, timeoutMs = 5_000 }: { outbound: OutboundRule; timeoutMs?: number }): FetchSnapshot =>
  async (address) => {
    const reply = await boundedGet(address, { outbound, timeoutMs, maxBytes: SNAPSHOT_LIMITS.bytes });
    if (reply.kind === 'failed') return failed(reply.reason);
    if (reply.status !== 200) return failed(reasonCode('fetch-status', { status: reply.status }), true);
    const { body } = reply;
    if (!body || checkCropJpeg(body, SNAPSHOT_LIMITS).kind !== 'jpeg')
      return failed(reasonCode('fetch-not-a-picture'), true);
    return { kind: 'ok', jpeg: body };
  };
