export const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** The next faster or slower speed, in the same direction of play. */
export function nextSpeed(rate: number, direction: 'faster' | 'slower'): number {
  const at = SPEEDS.findIndex((speed) => speed >= Math.abs(rate));
  const next = SPEEDS[at + (direction === 'faster' ? 1 : -1)] ?? Math.abs(rate);
  return Math.sign(rate) * next;
}

/** L plays, then speeds up with each press; J does the same backwards. A change of direction starts at normal speed. */
export function shuttle(state: { rate: number; isPlaying: boolean }, direction: 1 | -1): number {
  if (!state.isPlaying || Math.sign(state.rate) !== direction || Math.abs(state.rate) < 1) return direction;
  return nextSpeed(state.rate, 'faster');
}

/** Speeds that browsers play natively; none plays backwards. */
export const canPlayNatively = (rate: number): boolean => rate > 0 && rate <= 16;
