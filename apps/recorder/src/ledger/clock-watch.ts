import { type ClockReading, type ClockStep, findClockStep } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';

const INTERVAL_MS = 1_000;

/** Detects steps of the wall clock by comparing it with the monotonic clock. */
export function clockWatch({
  clock,
  log,
  onStep,
  monotonicMs = () => performance.now(),
}: {
  clock: Clock;
  log: Logger;
  onStep: (step: ClockStep) => void;
  monotonicMs?: () => number;
}): Task {
  const look = (): ClockReading => ({ wallMs: clock.now(), monotonicMs: monotonicMs() });
  let before = look();
  const compare = () => {
    const after = look();
    const step = findClockStep(before, after);
    before = after;
    if (!step) return;
    log.warn({ stepped_ms: Math.round(step.toMs - step.fromMs) }, 'the clock was set');
    onStep(step);
  };
  return every('clock-watch', INTERVAL_MS, compare, { log });
}
