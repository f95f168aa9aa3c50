import { listenTo } from '@holdfast/db';
import { planStreams, type StreamPlan } from '@holdfast/domain';
import { type Clock, type Logger, sleep, type Task } from '@holdfast/kit';
import type { NamedCamera } from './load-cameras.ts';

const LOOK_AGAIN_MS = 10_000;

/**
 * Carries out what is wanted, again whenever it may have changed: when told so, and every few seconds for schedules and
 * for words that got lost. While the database is away the cameras last known stay wanted, also across a restart.
 */
export const followCameras = ({
  load,
  apply,
  remembered,
  connectionString,
  clock,
  timeZone,
  log,
}: {
  load: () => Promise<NamedCamera[]>;
  apply: (plan: StreamPlan, cameras: readonly NamedCamera[]) => Promise<void>;
  /** From an earlier run, when the database did not say what is wanted. */
  remembered?: readonly NamedCamera[] | undefined;
  connectionString: string;
  clock: Clock;
  timeZone: string;
  log: Logger;
}): Task => ({
  name: 'cameras',
  run: async (signal) => {
    let cameras = remembered;
    let wake = () => {};
    let changed = true;
    const lookAgain = () => {
      changed = true;
      wake();
    };
    const listening = listenTo({
      channels: { cameras_changed: lookAgain },
      connectionString,
      log,
      onListening: lookAgain,
    }).run(signal);
    const carryOut = async () => {
      try {
        if (cameras) await apply(planStreams(cameras, { nowMs: clock.now(), timeZone }), cameras);
      } catch (err) {
        log.error({ err }, 'what is wanted could not be carried out, will try again');
      }
    };
    // A database that does not answer takes its time to say so, and recording must not wait for that.
    await carryOut();
    while (!signal.aborted) {
      changed = false;
      try {
        cameras = await load();
      } catch (err) {
        log.warn({ err }, 'cameras cannot be read, going on with those last known');
      }
      await carryOut();
      const woken = new AbortController();
      wake = () => woken.abort();
      if (!changed) await sleep(LOOK_AGAIN_MS, AbortSignal.any([signal, woken.signal]));
    }
    await listening;
  },
});
