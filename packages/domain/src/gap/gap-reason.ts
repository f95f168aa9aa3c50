/**
 * Why there is no footage, the strongest explanation first. What was deleted or vanished was recorded, whatever else was going on.
 * A clock that jumped makes time that never was. Then what people wanted (off, maintenance); then the recorder's own
 * absence, which outranks every state it could not have ended; then faults from the disk outwards; last, peace and quiet.
 */
export const GAP_REASONS = [
  'retention',
  'evicted',
  'vanished',
  'clock_step',
  'off',
  'maintenance',
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
