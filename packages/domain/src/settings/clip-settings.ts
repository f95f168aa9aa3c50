/** A clip is an overview; no setting makes it longer. */
export const CLIP_OVERVIEW_CEILING_SECONDS = 30;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.round(value)));

export const clampOverviewSeconds = (seconds: number) => clamp(seconds, 10, CLIP_OVERVIEW_CEILING_SECONDS);
export const clampPreRollSeconds = (seconds: number) => clamp(seconds, 0, 9);
