export interface HubEntity {
  state: string;
  attributes: Record<string, unknown>;
  changedMs: number;
}

/** The changes, in the compressed form of `subscribe_entities`. */
export type EntityChange = (entityId: string, event: unknown) => void;

/** The entities of a hub by id, as its two protocols write them. */
export interface HubEntities {
  set(entityId: string, state: string, attributes?: Record<string, unknown>): void;
  rename(from: string, to: string): void;
  remove(entityId: string): void;
  /** As `GET /api/states` lists them. */
  listed(): unknown[];
  /** As the first message of a subscription holds them; an empty set means all. */
  added(entityIds: ReadonlySet<string>): unknown;
}

const compressed = ({ state, attributes, changedMs }: HubEntity) => ({ s: state, a: attributes, lc: changedMs / 1000 });

export function createHubEntities(onChange: EntityChange): HubEntities {
  const entities = new Map<string, HubEntity>();
  const hub: HubEntities = {
    set: (entityId, state, attributes) => {
      const before = entities.get(entityId);
      const entity = {
        state,
        attributes: attributes ?? before?.attributes ?? {},
        changedMs: before?.state === state ? before.changedMs : Date.now(),
      };
      entities.set(entityId, entity);
      const { a, s, lc } = compressed(entity);
      if (!before) onChange(entityId, { a: { [entityId]: { a, s, lc, c: 'context' } } });
      else onChange(entityId, { c: { [entityId]: { '+': { s, lc, c: 'context', ...(attributes && { a }) } } } });
    },
    rename: (from, to) => {
      const entity = entities.get(from);
      if (!entity) return;
      hub.remove(from);
      hub.set(to, entity.state, entity.attributes);
    },
    remove: (entityId) => {
      entities.delete(entityId);
      onChange(entityId, { r: [entityId] });
    },
    listed: () =>
      [...entities].map(([entity_id, { state, attributes, changedMs }]) => {
        const time = new Date(changedMs).toISOString();
        return { entity_id, state, attributes, last_changed: time, last_updated: time, context: { id: 'context' } };
      }),
    added: (entityIds) => {
      const wanted = [...entities].filter(([entityId]) => entityIds.size === 0 || entityIds.has(entityId));
      return Object.fromEntries(
        wanted.map(([entityId, entity]) => [entityId, { ...compressed(entity), c: 'context' }]),
      );
    },
  };
  return hub;
}
