import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, Strict, Uuid } from './scalars.ts';

export const Restream = Strict(
  {
    /** Null until the recorder has started once. */
    account: Nullable(Strict({ username: Type.String(), password: Type.String() })),
    /** Without credentials: players ask for them, and an address is copied to places where a password should not be. */
    cameras: Type.Array(
      Strict({ camera_id: Uuid, name: Type.String(), main_url: Type.String(), sub_url: Nullable(Type.String()) }),
    ),
  },
  { $id: 'Restream' },
);

export const restream = {
  get: route({
    method: 'GET',
    path: '/config/restream',
    access: 'admin',
    summary: 'The account that readers of the restream use, and the RTSP address of each camera',
    reply: Restream,
  }),
  rotate: route({
    method: 'POST',
    path: '/config/restream/rotate',
    access: 'admin',
    summary: 'Gives the readers’ account a new password; the old one stops at once',
    reply: Restream,
  }),
};
