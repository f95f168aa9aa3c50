import { type ClockReading, type ClockStep, findClockStep } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';

export interface ClockWatch {
  /** How long ago the clock was last set forward, by the counting clock; undefined when it never was. */
  sinceForwardStepMs(): number | undefined;
  task: Task;
}

const INTERVAL_MS = 1_000;

/** Notices when the wall clock is set, by comparing it with one that cannot be. */
export function createClockWatch({
  clock,
  log,
  onStep,
  monotonicMs = () => performance.now(),
}: {
  clock: Clock;
  log: Logger;
  onStep: (step: ClockStep) => void;
  monotonicMs?: () => number;
}): ClockWatch {
  const look = (): ClockReading => ({ wallMs: clock.now(), monotonicMs: monotonicMs() });
  let before = look();
  let forwardAtMs: number | undefined;

  const compare = () => {
    const after = look();
    const step = findClockStep(before, after);
    before = after;
    if (!step) return;
    if (step.toMs > step.fromMs) forwardAtMs = after.monotonicMs;
    log.warn({ stepped_ms: Math.round(step.toMs - step.fromMs) }, 'the clock was set');
    onStep(step);
  };
  return {
    sinceForwardStepMs: () => (forwardAtMs === undefined ? undefined : monotonicMs() - forwardAtMs),
    task: every('clock-watch', INTERVAL_MS, compare, { log }),
  };
}
