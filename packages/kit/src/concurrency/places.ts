/** A limit on concurrent holders per key. */
export interface PlaceLimit {
  key: string;
  most: number;
}

/**
 * Takes a place under all of the limits or under none. Returns a function that gives it back, or undefined when a limit is
 * reached.
 */
export type TakePlace = (limits: readonly PlaceLimit[]) => (() => void) | undefined;

/** Counts holders per key, so that no holder can take everything. */
export function createPlaces(): TakePlace {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const change = (key: string, by: 1 | -1) => {
    const now = count(key) + by;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  };
  return (limits) => {
    if (limits.some(({ key, most }) => count(key) >= most)) return undefined;
    for (const { key } of limits) change(key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) for (const { key } of limits) change(key, -1);
      isHeld = false;
    };
  };
}
