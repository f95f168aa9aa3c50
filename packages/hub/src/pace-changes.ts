import type { HubEntity } from './hub-entity.ts';

type Entities = ReadonlyMap<string, HubEntity>;

/** The delay is not visible, and a hub that sends thousands of changes a second must not occupy the recorder. */
const EVERY_MS = 20;

const isOn = (entity: HubEntity | undefined): boolean => entity?.state === 'on';

/**
 * States that wait to be published, after one more change. At most two steps: the last is how it is now, the one before has
 * everything that was on meanwhile, so that no short signal of a sensor is lost.
 */
function foldChange([first, second]: readonly Entities[], next: Entities): Entities[] {
  if (first === undefined) return [next];
  const before = new Map(first);
  for (const [id, entity] of second ?? []) if (isOn(entity)) before.set(id, entity);
  const isLost = [...before].some(([id, entity]) => isOn(entity) && !isOn(next.get(id)));
  return isLost ? [before, next] : [next];
}

export interface PacedChanges {
  /** Published at once if the previous one was long enough ago. */
  offer(entities: Entities): void;
  /** Publishes what waits, before newer states are published in another way. */
  flush(): void;
  stop(): void;
}

export function paceChanges(publish: (entities: Entities) => void): PacedChanges {
  let waiting: Entities[] = [];
  let timer: NodeJS.Timeout | undefined;
  const rest = () => {
    timer = setTimeout(() => {
      const [next, ...later] = waiting;
      waiting = later;
      timer = undefined;
      if (next === undefined) return;
      rest();
      publish(next);
    }, EVERY_MS);
  };
  return {
    offer(entities) {
      if (timer !== undefined) {
        waiting = foldChange(waiting, entities);
        return;
      }
      rest();
      publish(entities);
    },
    flush() {
      const now = waiting;
      waiting = [];
      for (const entities of now) publish(entities);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
