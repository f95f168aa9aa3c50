import type { FrameSize } from '@holdfast/domain';

export interface DetectorHttp {
  /** The detect resolution of each of its cameras. */
  frameSizes(signal: AbortSignal): Promise<Map<string, FrameSize>>;
  /** Events that started after this time, page by page, newest first. */
  eventsSince(sinceMs: number, signal: AbortSignal): AsyncGenerator<unknown[]>;
  /** Events in progress. */
  eventsInProgress(signal: AbortSignal): Promise<unknown[]>;
}

const PAGE = 100;
/** Limit for a detector that returns more events than requested. */
const MAX_LISTED = 10_000;
/** More than a detector sends in a day; beyond this the pages repeat. */
const MAX_PAGES = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** The response is not the expected JSON, but for example a login page or a proxy's error. */
export class DetectorReplyFault extends Error {
  override readonly name = 'DetectorReplyFault';
}

/** `get` makes the request, so that the caller decides which addresses may be contacted. */
export type HttpGet = (url: URL, signal: AbortSignal) => Promise<{ status: number; body: Buffer }>;

export function detectorHttp(baseUrl: string, get: HttpGet): DetectorHttp {
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> => {
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const { status, body } = await get(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (status !== 200) throw new DetectorReplyFault(`The detector answered ${status}.`);
    if (body.length > MAX_BYTES) throw new DetectorReplyFault('The response of the detector is too large.');
    try {
      return JSON.parse(body.toString('utf8'));
    } catch {
      throw new DetectorReplyFault('The detector did not answer with JSON; is the address right?');
    }
  };
  const list = async (query: Record<string, string>, signal: AbortSignal): Promise<unknown[]> => {
    const answer = await ask('/api/events', query, signal);
    if (!Array.isArray(answer)) throw new DetectorReplyFault('The detector did not answer with a list of events.');
    return answer.slice(0, MAX_LISTED);
  };
  return {
    async frameSizes(signal) {
      const answer = await ask('/api/config', {}, signal);
      const cameras = (answer as { cameras?: unknown } | null)?.cameras;
      if (typeof cameras !== 'object' || cameras === null)
        throw new DetectorReplyFault('The detector did not answer with its configuration.');
      const sizes = new Map<string, FrameSize>();
      for (const [name, camera] of Object.entries(cameras)) {
        const { width, height } = (camera as { detect?: { width?: unknown; height?: unknown } } | null)?.detect ?? {};
        if (isLength(width) && isLength(height)) sizes.set(name, { width, height });
      }
      return sizes;
    },
    async *eventsSince(sinceMs, signal) {
      let before: number | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const events = await list(
          {
            limit: String(PAGE),
            after: String(sinceMs / 1000),
            ...(before !== undefined && { before: String(before) }),
          },
          signal,
        );
        if (events.length > 0) yield events;
        const starts = events.flatMap((event) => startOf(event) ?? []);
        const oldest = Math.min(...starts);
        // A page without older events would be returned again and again.
        if (events.length < PAGE || starts.length === 0 || oldest === before) return;
        before = oldest;
      }
    },
    eventsInProgress: (signal) => list({ limit: String(PAGE), in_progress: '1' }, signal),
  };
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 16_384;

const startOf = (event: unknown): number | undefined => {
  const start = (event as { start_time?: unknown } | null)?.start_time;
  return typeof start === 'number' && Number.isFinite(start) ? start : undefined;
};
