import { rtspLimits } from './rtsp-limits.ts';

/** Returns how to give the place back, or undefined when there is none. */
export type TakeGuestPlace = (address: string) => (() => void) | undefined;

/** Counts the connections of other machines: whoever fills all places of theirs takes none from our own children. */
export function createGuestPlaces({
  guests,
  guestsAnAddress,
}: Pick<Record<keyof typeof rtspLimits, number>, 'guests' | 'guestsAnAddress'> = rtspLimits): TakeGuestPlace {
  const counts = new Map<string, number>();
  let total = 0;
  return (address) => {
    const own = counts.get(address) ?? 0;
    if (total >= guests || own >= guestsAnAddress) return undefined;
    counts.set(address, own + 1);
    total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total -= 1;
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    };
  };
}
