import { type Span, spanAt } from '../timeline/lane.ts';

const FINEST_MS = 2_000;
/** About a dozen pixels share a picture: fine enough to follow the hand, coarse enough to be there already. */
const SHARED_PX = 12;

/** How far apart pictures lie for a zoom, in powers of two, so that the pictures of a coarser zoom serve a finer one too. */
export const previewGridMs = (msPerPx: number): number =>
  FINEST_MS * 2 ** Math.max(0, Math.ceil(Math.log2((msPerPx * SHARED_PX) / FINEST_MS)));

/** The moment whose picture stands for this one; undefined where there is no footage. */
export function previewMoment(atMs: number, gridMs: number, runs: readonly Span[]): number | undefined {
  const run = spanAt(runs, atMs);
  if (!run) return undefined;
  return Math.max(Math.floor(atMs / gridMs) * gridMs, Math.ceil(run.startMs));
}
