import type { Span } from './lane.ts';
import type { TimelineMark } from './mark.ts';

export interface MarkStoreOptions {
  load(request: Span & { cameraIds: readonly string[] }): Promise<readonly TimelineMark[]>;
  nowMs: () => number;
  onChange(): void;
}

export interface MarkStore {
  /** Loads the marks of a range with a margin, unless they are loaded and fresh. */
  want(cameraIds: readonly string[], range: Span): void;
  marks(): readonly TimelineMark[];
  /** Reloads at the next request. */
  expire(): void;
  stop(): void;
}

const FRESH_MS = 20_000;
/** Closer than this, marks that were left out of the wider view become visible. */
const MAX_WIDER = 6;
const RETRY_MS = 5_000;

/** One request at a time; loaded marks stay until the next response. */
export function createMarkStore({ load, nowMs, onChange }: MarkStoreOptions): MarkStore {
  let loaded: (Span & { key: string; atMs: number; marks: readonly TimelineMark[] }) | undefined;
  let isLoading = false;
  let isStopped = false;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  const isEnough = (key: string, { startMs, endMs }: Span): boolean =>
    loaded !== undefined &&
    loaded.key === key &&
    loaded.startMs <= startMs &&
    loaded.endMs >= endMs &&
    loaded.endMs - loaded.startMs <= MAX_WIDER * (endMs - startMs) &&
    nowMs() - loaded.atMs < FRESH_MS;

  return {
    want: (cameraIds, range) => {
      const key = cameraIds.join();
      if (isLoading || cameraIds.length === 0 || isEnough(key, range) || nowMs() - failedAtMs < RETRY_MS) return;
      isLoading = true;
      const spanMs = range.endMs - range.startMs;
      const wide = { startMs: range.startMs - spanMs / 2, endMs: range.endMs + spanMs / 2 };
      load({ ...wide, cameraIds })
        .then(
          (marks) => {
            loaded = { ...wide, key, atMs: nowMs(), marks };
          },
          () => {
            failedAtMs = nowMs();
          },
        )
        .finally(() => {
          isLoading = false;
          if (!isStopped) onChange();
        });
    },
    marks: () => loaded?.marks ?? [],
    expire: () => {
      failedAtMs = Number.NEGATIVE_INFINITY;
      if (loaded) loaded = { ...loaded, atMs: Number.NEGATIVE_INFINITY };
    },
    stop: () => {
      isStopped = true;
    },
  };
}
