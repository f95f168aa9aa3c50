import { Token } from './auth.ts';
import { route } from './route.ts';
import { Strict, Uuid } from './scalars.ts';

export const mediaToken = {
  create: route({
    method: 'GET',
    path: '/media-token',
    access: 'user',
    scope: 'camera',
    summary: 'A token for the media of one camera, valid for 15 minutes and usable in a URL',
    query: Strict({ camera_id: Uuid }),
    reply: Token,
  }),
};
