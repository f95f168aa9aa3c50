import { type Span, spanAt } from '../timeline/lane.ts';

const FINEST_MS = 2_000;
/** About a dozen pixels share a picture: fine enough to follow the pointer, coarse enough to be cached. */
const SHARED_PX = 12;

/** Interval of previews for a zoom, in powers of two, so that a finer zoom reuses the previews of a coarser one. */
export const previewGridMs = (msPerPx: number): number =>
  FINEST_MS * 2 ** Math.max(0, Math.ceil(Math.log2((msPerPx * SHARED_PX) / FINEST_MS)));

/** The grid moment whose preview represents this moment; undefined where there is no footage. */
export function previewMoment(atMs: number, gridMs: number, runs: readonly Span[]): number | undefined {
  const run = spanAt(runs, atMs);
  if (!run) return undefined;
  return Math.max(Math.floor(atMs / gridMs) * gridMs, Math.ceil(run.startMs));
}
