import type { PackedPreview } from './preview-pack.ts';

/** The picture of a moment: of the segment that contains it, or of the interval if only some segments have pictures. */
export function previewAt<P extends PackedPreview>(
  previews: readonly P[],
  atMs: number,
  intervalMs: number,
): P | undefined {
  let best: P | undefined;
  // Of two of one segment the later: it was made because the other one was damaged.
  for (const preview of previews)
    if (preview.startMs <= atMs && (!best || preview.startMs >= best.startMs)) best = preview;
  return best && atMs < best.startMs + Math.max(best.durationMs, intervalMs) ? best : undefined;
}

/** Whether a segment gets a picture: the first one that begins in each interval. */
export function wantsPreview(
  previews: readonly PackedPreview[],
  { id, startMs }: { id: number; startMs: number },
  intervalMs: number,
): boolean {
  const interval = Math.floor(startMs / intervalMs);
  return !previews.some((one) => one.segmentId === id || Math.floor(one.startMs / intervalMs) === interval);
}

/** Evenly spaced pictures of a range: the first of each of its parts. */
export function spreadPreviews<P extends PackedPreview>(
  previews: readonly P[],
  { startMs, endMs, count }: { startMs: number; endMs: number; count: number },
): P[] {
  const firsts = new Map<number, P>();
  for (const preview of previews) {
    if (preview.startMs < startMs || preview.startMs >= endMs) continue;
    const part = Math.floor(((preview.startMs - startMs) * count) / (endMs - startMs));
    const known = firsts.get(part);
    if (!known || preview.startMs <= known.startMs) firsts.set(part, preview);
  }
  return [...firsts.values()].sort((a, b) => a.startMs - b.startMs);
}

export interface PackSize {
  hourMs: number;
  bytes: number;
}

/** The hours to delete so that the rest fits: the oldest ones. */
export function packsOverLimit<P extends PackSize>(packs: readonly P[], maxBytes: number): P[] {
  const gone: P[] = [];
  let total = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const pack of [...packs].sort((a, b) => a.hourMs - b.hourMs)) {
    if (total <= maxBytes) break;
    gone.push(pack);
    total -= pack.bytes;
  }
  return gone;
}

/** JPEG quality, 1 to 100, on the scale of the encoder, where 2 is best and 31 is worst. */
export const jpegScale = (quality: number): number => Math.round(31 - ((quality - 1) * 29) / 99);

/** How long to rest after some work, so that it takes at most this share of a core. */
export const restAfterMs = (workMs: number, share: number): number => workMs * (1 / share - 1);
