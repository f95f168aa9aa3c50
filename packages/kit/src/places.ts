/** Something that only so many may have at once. */
export interface PlaceLimit {
  key: string;
  most: number;
}

/** Takes a place under all of the limits or under none; returns how to give it back, or undefined when there is none. */
export type TakePlace = (limits: readonly PlaceLimit[]) => (() => void) | undefined;

/** Counts who has what, so that nobody can take it all. */
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
