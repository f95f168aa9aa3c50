import { type Gap, type LaneData, spanAt } from '@holdfast/ui';

const HOUR_MS = 3_600_000;
const NEAR = { reachMs: 2 * HOUR_MS, resolutionMs: 500 };
const FAR = { reachMs: 30 * 24 * HOUR_MS, resolutionMs: 900_000 };

export type Explanation =
  | { kind: 'gap'; gap: Gap /** It continues beyond the examined range. */; isOpen: boolean }
  /** Too recent: not indexed yet. */
  | { kind: 'not-yet' }
  | { kind: 'unknown' };

type LookAt = (range: { startMs: number; endMs: number; resolutionMs: number }) => Promise<LaneData | undefined>;

/** The gap at a moment with its reason: an exact query nearby, then a coarse one if its end is further away. */
export async function explainGap(lookAt: LookAt, atMs: number): Promise<Explanation> {
  const look = async ({ reachMs, resolutionMs }: typeof NEAR) => {
    const range = { startMs: atMs - reachMs, endMs: atMs + reachMs };
    const lane = await lookAt({ ...range, resolutionMs });
    const gap = spanAt(lane?.gaps ?? [], atMs);
    return { range, lane, gap };
  };
  const near = await look(NEAR);
  if (!near.lane) return { kind: 'unknown' };
  if (!near.gap) return atMs >= near.lane.knownUntilMs ? { kind: 'not-yet' } : { kind: 'unknown' };
  const { gap, range } = near;
  const isOpen = isNow(near.lane, gap, range.endMs);
  const isWhole = gap.startMs > range.startMs && (gap.endMs < range.endMs || isOpen);
  if (isWhole) return { kind: 'gap', gap, isOpen };
  const far = await look(FAR);
  if (far.gap?.reason !== gap.reason) return { kind: 'gap', gap, isOpen };
  const startMs = gap.startMs > range.startMs ? gap.startMs : far.gap.startMs;
  const endMs = gap.endMs < range.endMs ? gap.endMs : far.gap.endMs;
  return {
    kind: 'gap',
    gap: { ...gap, startMs, endMs },
    isOpen: far.lane !== undefined && isNow(far.lane, far.gap, far.range.endMs),
  };
}

/** Whether the gap lasts until now: it reaches the end of the known time, which is before the end of the examined range. */
const isNow = ({ knownUntilMs }: LaneData, { endMs }: Gap, lookedUntilMs: number): boolean =>
  knownUntilMs < lookedUntilMs && endMs >= knownUntilMs;
