export const OPENINGS = ['door', 'garage_door', 'opening', 'window'] as const;
export type Opening = (typeof OPENINGS)[number];

/** Sensors that are marked on the timeline while they are on; undefined for all others. */
export const openingOf = (deviceClass: string | null): Opening | undefined =>
  OPENINGS.find((one) => one === deviceClass);
