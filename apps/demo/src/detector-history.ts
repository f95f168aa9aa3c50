import type { TrackedObject } from './detector-events.ts';

export interface ObjectQuery {
  limit: number;
  /** Unix seconds. */
  after: number;
  before: number;
  onlyInProgress: boolean;
}

export interface DetectorHistory {
  note(object: TrackedObject): void;
  /** Newest first. */
  list(query: ObjectQuery): TrackedObject[];
}

const MOST = 500;

/** The objects of the last minutes, as long as this process runs. */
export function createDetectorHistory(): DetectorHistory {
  const objects = new Map<string, TrackedObject>();
  return {
    note: (object) => {
      objects.set(object.id, object);
      const [oldest] = objects.keys();
      if (objects.size > MOST && oldest !== undefined) objects.delete(oldest);
    },
    list: ({ limit, after, before, onlyInProgress }) =>
      [...objects.values()]
        .filter(
          ({ start_time, end_time }) => start_time > after && start_time < before && !(onlyInProgress && end_time),
        )
        .sort((a, b) => b.start_time - a.start_time)
        .slice(0, limit),
  };
}
