export const OPENINGS = ['door', 'garage_door', 'opening', 'window'] as const;
export type Opening = (typeof OPENINGS)[number];

/** Sensors whose runs are marked on the timeline; undefined for all others. */
export const openingOf = (deviceClass: string | null): Opening | undefined =>
  OPENINGS.find((one) => one === deviceClass);
