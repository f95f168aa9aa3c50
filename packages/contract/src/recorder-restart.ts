import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, Strict, Timestamp } from './scalars.ts';

const RecorderRestart = Strict(
  {
    /** The latest request; null if there was none. */
    requested_at: Nullable(Timestamp),
    /** Whether the recorder has still to restart because of it. */
    pending: Type.Boolean(),
  },
  { $id: 'RecorderRestart' },
);

export const recorderRestart = {
  get: route({
    method: 'GET',
    path: '/recorder/restart',
    access: 'admin',
    summary: 'The last requested restart of the recorder',
    reply: RecorderRestart,
  }),
  request: route({
    method: 'POST',
    path: '/recorder/restart',
    access: 'admin',
    summary: 'Restarts the recorder; recording pauses for some seconds, and the timeline names the reason',
    status: 202,
    reply: RecorderRestart,
  }),
};
