import { Type } from 'typebox';
import { Country, LprZones } from './cameras.ts';
import { route } from './route.ts';
import { Nullable, Patch, Strict, Uuid } from './scalars.ts';

const LprConfig = Strict(
  { enabled: Type.Boolean(), retention: Type.Integer(), watchlist_fuzz: Type.Number() },
  { $id: 'LprConfig' },
);

export const lprConfig = {
  get: route({ method: 'GET', path: '/config/lpr', access: 'user', summary: 'Plate configuration', reply: LprConfig }),
  update: route({
    method: 'PUT',
    path: '/config/lpr',
    access: 'admin',
    summary: 'Changes the plate configuration; omitted fields are unchanged',
    body: Patch({
      enabled: Type.Boolean(),
      retention: Type.Integer({ minimum: 1, maximum: 3650 }),
      watchlist_fuzz: Type.Number({ minimum: 0, maximum: 0.5 }),
    }),
    reply: LprConfig,
  }),
  rotateToken: route({
    method: 'POST',
    path: '/config/lpr/rotate-token',
    access: 'admin',
    summary: 'Generates a new ingest token, shown only once; the old one stops working at once',
    reply: Strict({ token: Type.String() }),
  }),
  workerConfig: route({
    method: 'GET',
    path: '/lpr/worker-config',
    access: 'ingest',
    summary: 'Settings of each camera for the plate worker',
    query: Patch({ camera_id: Uuid }),
    reply: Strict({
      cameras: Type.Array(
        Strict({
          camera_id: Uuid,
          enabled: Type.Boolean(),
          min_confidence: Type.Number(),
          zones: LprZones,
          country: Nullable(Country),
        }),
      ),
    }),
  }),
};
