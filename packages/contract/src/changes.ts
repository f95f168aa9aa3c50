import { type Static, Type } from 'typebox';
import { Event, SystemEvent } from './events.ts';
import { Export } from './exports.ts';
import { HubState } from './hub.ts';
import { PlateRead } from './plates.ts';
import { route, webSocket } from './route.ts';
import { OneOf, Patch, Strict, Uuid } from './scalars.ts';
import { MotionSourceHealth, RecorderHealth, StorageHealth, StreamHealth } from './status.ts';
import { Health } from './system.ts';

/** The current state of one object. `kind` is also the name of its field. */
export const Change = Type.Union(
  [
    Strict({ kind: OneOf(['event']), event: Event }),
    Strict({ kind: OneOf(['plate_read']), plate_read: PlateRead }),
    Strict({ kind: OneOf(['system_event']), system_event: SystemEvent }),
    Strict({ kind: OneOf(['stream']), camera_id: Uuid, stream: StreamHealth }),
    Strict({ kind: OneOf(['motion_sources']), camera_id: Uuid, motion_sources: Type.Array(MotionSourceHealth) }),
    Strict({ kind: OneOf(['storage']), storage: StorageHealth }),
    Strict({ kind: OneOf(['health']), health: Health, recorder: RecorderHealth }),
    Strict({ kind: OneOf(['export']), export: Export }),
    Strict({ kind: OneOf(['hub_state']), hub_state: HubState }),
  ],
  { $id: 'Change' },
);

export type Change = Static<typeof Change>;

export const ChangeMessage = Strict(
  {
    /** Cursor for resuming after a lost connection. */
    cursor: Type.String(),
    /** Changes were missed, or are too many to list: reload. */
    reset: Type.Boolean(),
    changes: Type.Array(Change),
  },
  { $id: 'ChangeMessage' },
);

export type ChangeMessage = Static<typeof ChangeMessage>;

/** Programs whose WebSocket cannot send a header offer `bearer.<token>` as a second protocol; browsers have a cookie. */
export const CHANGES_PROTOCOL = 'holdfast.changes';

export const changes = {
  follow: route({
    method: 'GET',
    path: '/stream',
    access: 'user',
    summary:
      'Changes as they happen, over a WebSocket: events, plate reads, states of streams, motion sources, storages and linked hub entities, health and exports, of what the caller may see. The first message is sent at once',
    query: Patch({ cursor: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: webSocket,
    messages: ChangeMessage,
  }),
};
