import { type ClockReading, type ClockStep, findClockStep } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';

const INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 5_000;

/** Detects steps of the wall clock by comparing it with the monotonic clock; more seldom while no footage depends on it. */
export function clockWatch({
  clock,
  log,
  onStep,
  hasStreams,
  monotonicMs = () => performance.now(),
}: {
  clock: Clock;
  log: Logger;
  onStep: (step: ClockStep) => void;
  hasStreams: () => boolean;
  monotonicMs?: () => number;
}): Task {
  const read = (): ClockReading => ({ wallMs: clock.now(), monotonicMs: monotonicMs() });
  let before = read();
  const compare = () => {
    const after = read();
    const step = findClockStep(before, after);
    before = after;
    if (!step) return;
    log.warn({ stepped_ms: Math.round(step.toMs - step.fromMs) }, 'the clock was set');
    onStep(step);
  };
  return every('clock-watch', () => (hasStreams() ? INTERVAL_MS : IDLE_INTERVAL_MS), compare, { log, isLight: true });
}
