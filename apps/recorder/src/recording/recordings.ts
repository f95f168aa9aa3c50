import { diffByKey, streamKey, type WantedRecording } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';

export type RecordOne = (wanted: WantedRecording, signal: AbortSignal) => Promise<void>;

export interface Recordings {
  /** Runs exactly these recordings. Returns at once: a recording that is slow to stop delays only its own stream. */
  set(wanted: readonly WantedRecording[]): void;
  stop(): Promise<void>;
}

interface Running {
  wanted: WantedRecording;
  stop: AbortController;
  done: Promise<void>;
}

export function createRecordings({ record, log }: { record: RecordOne; log: Logger }): Recordings {
  const running = new Map<string, Running>();
  // By stream, so that a new recording starts only after the old one has ended.
  const ended = new Map<string, Promise<void>>();
  let stopped = false;

  const begin = (wanted: WantedRecording) => {
    const stop = new AbortController();
    const before = ended.get(streamKey(wanted)) ?? Promise.resolve();
    const done = before
      .then(() => (stop.signal.aborted ? undefined : record(wanted, stop.signal)))
      .catch((err: unknown) => {
        log.error({ err, camera_id: wanted.cameraId, stream: wanted.stream }, 'recording failed');
        // Started again by the next call of set().
        if (running.get(wanted.key)?.stop === stop) running.delete(wanted.key);
      });
    ended.set(streamKey(wanted), done);
    running.set(wanted.key, { wanted, stop, done });
  };
  const end = (key: string) => {
    running.get(key)?.stop.abort();
    running.delete(key);
  };
  return {
    set(wanted) {
      if (stopped) return;
      const plan = diffByKey(running.keys(), wanted);
      plan.end.forEach(end);
      plan.begin.forEach(begin);
    },
    async stop() {
      stopped = true;
      for (const key of [...running.keys()]) end(key);
      await Promise.all(ended.values());
    },
  };
}
