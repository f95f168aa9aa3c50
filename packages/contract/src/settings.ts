import { Type } from 'typebox';
import { route } from './route.ts';
import { Patch, Strict } from './scalars.ts';

export const Settings = Strict(
  { clip_overview_seconds: Type.Integer(), clip_pre_roll_seconds: Type.Integer() },
  { $id: 'Settings' },
);

export const settings = {
  get: route({ method: 'GET', path: '/config/settings', access: 'admin', summary: 'Server settings', reply: Settings }),
  update: route({
    method: 'PUT',
    path: '/config/settings',
    access: 'admin',
    summary: 'Changes server settings; the seconds of a clip are clamped to 10..30, its pre-roll to 0..9',
    body: Patch({
      clip_overview_seconds: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
      clip_pre_roll_seconds: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
    }),
    reply: Settings,
  }),
};
