import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, Strict, Uuid } from './scalars.ts';

const Restream = Strict(
  {
    /** Null until the recorder has started once. */
    account: Nullable(Strict({ username: Type.String(), password: Type.String() })),
    /** Without credentials: players ask for them, and addresses get copied to unsafe places. */
    cameras: Type.Array(
      Strict({
        camera_id: Uuid,
        name: Type.String(),
        main_url: Type.String(),
        sub_url: Nullable(Type.String()),
        /** WebRTC (WHEP); players send a token of a session as Bearer. */
        whep_url: Type.String(),
      }),
    ),
  },
  { $id: 'Restream' },
);

export const restream = {
  get: route({
    method: 'GET',
    path: '/config/restream',
    access: 'admin',
    summary: 'The account that readers of the restream use, and the RTSP and WHEP addresses of each camera',
    reply: Restream,
  }),
  rotate: route({
    method: 'POST',
    path: '/config/restream/rotate',
    access: 'admin',
    summary: 'Generates a new password for the readers’ account; the old one stops working at once',
    reply: Restream,
  }),
};
