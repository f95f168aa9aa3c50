import { type Gap, type LaneData, spanAt } from '@holdfast/ui';

const HOUR_MS = 3_600_000;
const NEAR = { reachMs: 2 * HOUR_MS, resolutionMs: 500 };
const FAR = { reachMs: 30 * 24 * HOUR_MS, resolutionMs: 900_000 };

export type Explanation =
  | { kind: 'gap'; gap: Gap /** It goes on beyond what was looked at. */; isOpen: boolean }
  /** Too new to be judged. */
  | { kind: 'not-yet' }
  | { kind: 'unknown' };

type LookAt = (range: { startMs: number; endMs: number; resolutionMs: number }) => Promise<LaneData | undefined>;

/** Why there is no footage at a moment, and from when to when: an exact look nearby, a coarse one when that does not reach. */
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

/** It reaches to where knowledge ends, and that is now and not the end of what was looked at. */
const isNow = ({ knownUntilMs }: LaneData, { endMs }: Gap, lookedUntilMs: number): boolean =>
  knownUntilMs < lookedUntilMs && endMs >= knownUntilMs;
