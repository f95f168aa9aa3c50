/**
 * How many pictures before the start a player may have to decode unseen. Groups are rarely longer than this; seeking in a copy
 * of a longer one would take seconds.
 */
const MAX_HIDDEN_LEAD_MS = 10_000;

/**
 * A clip in source quality is a copy where players can begin inside its first group. Footage that changes its format cannot be
 * one track.
 */
export const clipEncoding = ({ formats, leadMs }: { formats: number; leadMs: number }): 'copy' | 'encode' =>
  formats === 1 && leadMs <= MAX_HIDDEN_LEAD_MS ? 'copy' : 'encode';
