import { Type } from 'typebox';
import { PICTURE_TIME_HEADER } from './cameras.ts';
import { ById } from './identifiers.ts';
import { binary, route } from './route.ts';
import { Strict, Timestamp } from './scalars.ts';

export const MAX_SPRITE_PREVIEWS = 500;
export const MAX_SPRITE_DAYS = 31;

export const previews = {
  get: route({
    method: 'GET',
    path: '/cameras/{id}/preview',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    scopeInHandler: true,
    summary: 'A small picture of a recorded moment, for scrubbing: the first one of its segment',
    params: ById,
    query: Strict({ ts: Timestamp }),
    reply: binary('image/jpeg', { [PICTURE_TIME_HEADER]: 'When the picture was taken' }),
  }),
  sprite: route({
    method: 'GET',
    path: '/cameras/{id}/previews',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    summary:
      'Evenly spaced previews of a range in one reply, as far as they exist. Each has eight bytes (a float, the time in milliseconds since 1970) and four bytes (an integer, its length), big-endian, before its JPEG',
    params: ById,
    query: Strict({
      start: Timestamp,
      end: Timestamp,
      count: Type.Integer({ minimum: 1, maximum: MAX_SPRITE_PREVIEWS }),
    }),
    reply: binary('application/octet-stream'),
  }),
};
