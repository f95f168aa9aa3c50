import { spanOf, type TimeScale } from './time-scale.ts';

/** Step of the arrow keys: a small fraction of the view, in round numbers. */
export function keyStepMs(scale: TimeScale, isLarge: boolean): number {
  const steps = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400].map((seconds) => seconds * 1000);
  const wanted = spanOf(scale) / (isLarge ? 10 : 60);
  return steps.findLast((step) => step <= wanted) ?? 1_000;
}
