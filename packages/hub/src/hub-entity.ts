import {
  domainOf,
  holdsHiddenCharacters,
  isEntityId,
  type ReportedState,
  withoutHiddenCharacters,
} from '@holdfast/domain';

/** An entity as the hub describes it. All texts are bounded. */
export interface HubEntity extends ReportedState {
  name: string | null;
  deviceClass: string | null;
  unit: string | null;
}

/** The hub's own limit. */
const MAX_STATE_LENGTH = 255;
const MAX_NAME_LENGTH = 100;
const DEVICE_CLASS = /^[a-z0-9_]{1,64}$/;
const MAX_UNIT_LENGTH = 32;
/** More than any home has; the rest is ignored. */
const MAX_ENTITIES = 50_000;

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** NUL cannot be stored, and characters that change the direction of text would make one name look like another. */
const textOf = (value: unknown, maxLength: number): string | null =>
  (typeof value === 'string' && withoutHiddenCharacters(value.slice(0, maxLength))) || null;
const BINARY_STATES = ['on', 'off', 'unknown', 'unavailable'];
/** Empty (unknown) if the state is garbled or none that a sensor can have: only a reported "off" may count as off. */
function stateOf(entityId: string, state: string): string {
  const isPossible = domainOf(entityId) !== 'binary_sensor' || BINARY_STATES.includes(state);
  return isPossible && !holdsHiddenCharacters(state) ? state.slice(0, MAX_STATE_LENGTH) : '';
}
const classOf = (value: unknown): string | null =>
  typeof value === 'string' && DEVICE_CLASS.test(value) ? value : null;

/** Clocks differ, so a time in the future counts as now. */
const timeOf = (ms: unknown, nowMs: number): number =>
  typeof ms === 'number' && Number.isFinite(ms) && ms > 0 ? Math.min(Math.round(ms), nowMs) : nowMs;

const attributesOf = (attributes: Json) => ({
  name: textOf(attributes.friendly_name, MAX_NAME_LENGTH),
  deviceClass: classOf(attributes.device_class),
  unit: textOf(attributes.unit_of_measurement, MAX_UNIT_LENGTH),
});

/** The reply of `/api/states`; undefined if it is not one. Entries that make no sense are left out. */
export function readStates(
  answer: unknown,
  { nowMs, wanted }: { nowMs: number; wanted?: ReadonlySet<string> },
): Map<string, HubEntity> | undefined {
  if (!Array.isArray(answer)) return undefined;
  const entities = new Map<string, HubEntity>();
  for (const entry of answer.slice(0, MAX_ENTITIES)) {
    if (!isObject(entry) || typeof entry.entity_id !== 'string' || typeof entry.state !== 'string') continue;
    const id = entry.entity_id;
    if (!isEntityId(id) || wanted?.has(id) === false) continue;
    const changed = typeof entry.last_changed === 'string' ? Date.parse(entry.last_changed) : undefined;
    entities.set(id, {
      state: stateOf(id, entry.state),
      changedMs: timeOf(changed, nowMs),
      ...attributesOf(isObject(entry.attributes) ? entry.attributes : {}),
    });
  }
  return entities;
}

/**
 * An event of `subscribe_entities`: `a` adds entities with everything, `c` changes some fields (`+` sets, `-` unsets), `r`
 * removes. Times are in seconds.
 */
export function applyEntityEvent(
  entities: ReadonlyMap<string, HubEntity>,
  event: Json,
  { nowMs, wanted }: { nowMs: number; wanted: ReadonlySet<string> },
): Map<string, HubEntity> {
  const next = new Map(entities);
  const each = (part: unknown) => Object.entries(isObject(part) ? part : {}).filter(([id]) => wanted.has(id));
  for (const [id, added] of each(event.a)) {
    if (!isObject(added) || typeof added.s !== 'string') continue;
    next.set(id, {
      state: stateOf(id, added.s),
      changedMs: timeOf(secondsToMs(added.lc), nowMs),
      ...attributesOf(isObject(added.a) ? added.a : {}),
    });
  }
  for (const [id, change] of each(event.c)) {
    const before = next.get(id);
    if (before && isObject(change)) next.set(id, changeEntity(id, before, change, nowMs));
  }
  if (Array.isArray(event.r)) for (const id of event.r) next.delete(id as string);
  return next;
}

function changeEntity(id: string, before: HubEntity, change: Json, nowMs: number): HubEntity {
  const set = isObject(change['+']) ? change['+'] : {};
  const attributes = isObject(set.a) ? attributesOf(set.a) : undefined;
  const unset = isObject(change['-']) && Array.isArray(change['-'].a) ? change['-'].a : [];
  return {
    state: typeof set.s === 'string' ? stateOf(id, set.s) : before.state,
    changedMs: set.lc === undefined ? before.changedMs : timeOf(secondsToMs(set.lc), nowMs),
    name: unset.includes('friendly_name') ? null : (attributes?.name ?? before.name),
    deviceClass: unset.includes('device_class') ? null : (attributes?.deviceClass ?? before.deviceClass),
    unit: unset.includes('unit_of_measurement') ? null : (attributes?.unit ?? before.unit),
  };
}

const secondsToMs = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' ? seconds * 1_000 : undefined;
