import { listenTo } from '@holdfast/db';
import { planStreams, type StreamPlan } from '@holdfast/domain';
import { type Clock, createWakeUp, type Logger, type Task, toWholeSecond } from '@holdfast/kit';
import type { NamedCamera } from './load-cameras.ts';

const APPLY_MS = 10_000;
/** A precaution only: every change is notified, and a lost connection leads to a reload as well. */
const RELOAD_MS = 300_000;

/**
 * Applies the cameras' settings again on every change notification, and every few seconds because of schedules. While the
 * database is away the last known cameras stay in effect, also across a restart.
 */
export const followCameras = ({
  load,
  apply,
  onMissingFootage,
  onRestartRequested,
  remembered,
  connectionString,
  clock,
  timeZone,
  log,
}: {
  load: () => Promise<NamedCamera[]>;
  apply: (plan: StreamPlan, cameras: readonly NamedCamera[]) => Promise<void>;
  /** A file of the index could not be found. */
  onMissingFootage: (path: string) => void;
  /** There may be a request to restart. */
  onRestartRequested: () => void;
  /** Last known cameras, for a start without the database. */
  remembered?: readonly NamedCamera[] | undefined;
  connectionString: string;
  clock: Clock;
  timeZone: string;
  log: Logger;
}): Task => ({
  name: 'cameras',
  run: async (signal) => {
    let cameras = remembered;
    const wakeUp = createWakeUp();
    let changed = true;
    const reload = () => {
      changed = true;
      wakeUp.wake();
    };
    const listening = listenTo({
      channels: {
        cameras_changed: reload,
        footage_missing: onMissingFootage,
        restart_requested: onRestartRequested,
      },
      connectionString,
      log,
      onListening: () => {
        reload();
        onRestartRequested();
      },
    }).run(signal);
    const applyCameras = async () => {
      try {
        if (cameras) await apply(planStreams(cameras, { nowMs: clock.now(), timeZone }), cameras);
      } catch (err) {
        log.error({ err }, 'could not apply the camera settings, will try again');
      }
    };
    // Apply the last known cameras before the first query: a dead database takes long to time out.
    await applyCameras();
    let loadedMs = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      if (changed || performance.now() - loadedMs >= RELOAD_MS) {
        changed = false;
        try {
          cameras = await load();
          loadedMs = performance.now();
        } catch (err) {
          changed = true;
          log.warn({ err }, 'cannot read the cameras, continuing with the last known ones');
        }
      }
      await applyCameras();
      await wakeUp.sleep(toWholeSecond(APPLY_MS), signal);
    }
    await listening;
  },
});
