/**
 * Why there is no footage, the strongest reason first. Deleted or vanished footage was recorded, whatever else happened. A
 * clock step skips time that never existed. Then intent (off, maintenance, a requested restart); then the absence of the
 * recorder, which outranks every state it could not end; then faults, from the disk outwards; last, no motion.
 */
export const GAP_REASONS = [
  'retention',
  'evicted',
  'vanished',
  'clock_step',
  'off',
  'maintenance',
  'restart',
  'recorder_down',
  'storage_missing',
  'disk_full',
  'offline',
  'stalled',
  'idle',
] as const;

export type GapReason = (typeof GAP_REASONS)[number];

const RANKS = new Map<GapReason, number>(GAP_REASONS.map((reason, rank) => [reason, rank]));

/** Lower is stronger. */
export const gapRank = (reason: GapReason): number => RANKS.get(reason) ?? GAP_REASONS.length;
