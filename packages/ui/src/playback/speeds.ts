export const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** The next speed of the ladder in a direction; J and L: against the direction of travel it slows down first. */
export function nextSpeed(rate: number, direction: 'faster' | 'slower'): number {
  const at = SPEEDS.findIndex((speed) => speed >= Math.abs(rate));
  const next = SPEEDS[at + (direction === 'faster' ? 1 : -1)] ?? Math.abs(rate);
  return Math.sign(rate) * next;
}

/** L plays on, then ever faster; J the same backwards. Turning round begins at the ordinary speed. */
export function shuttle(state: { rate: number; isPlaying: boolean }, direction: 1 | -1): number {
  if (!state.isPlaying || Math.sign(state.rate) !== direction || Math.abs(state.rate) < 1) return direction;
  return nextSpeed(state.rate, 'faster');
}

/** What browsers play by themselves; backwards none does. */
export const canPlayNatively = (rate: number): boolean => rate > 0 && rate <= 16;
