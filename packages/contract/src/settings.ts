import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, Patch, Strict } from './scalars.ts';

const Settings = Strict(
  {
    clip_overview_seconds: Type.Integer(),
    clip_pre_roll_seconds: Type.Integer(),
    /** Null keeps events as long as the footage of their camera. */
    event_retention_days: Nullable(Type.Integer()),
    /** Whether users may make links with which people without an account watch a clip or an export. */
    sharing_enabled: Type.Boolean(),
  },
  { $id: 'Settings' },
);

export const settings = {
  get: route({ method: 'GET', path: '/config/settings', access: 'admin', summary: 'Server settings', reply: Settings }),
  update: route({
    method: 'PUT',
    path: '/config/settings',
    access: 'admin',
    summary: 'Changes server settings; the seconds of a clip are rounded and clamped to 10..30, its pre-roll to 0..9',
    body: Patch({
      clip_overview_seconds: Type.Number(),
      clip_pre_roll_seconds: Type.Number(),
      event_retention_days: Nullable(Type.Integer({ minimum: 1, maximum: 3650 })),
      sharing_enabled: Type.Boolean(),
    }),
    reply: Settings,
  }),
};
