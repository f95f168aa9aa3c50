import { Type } from 'typebox';
import { ReasonBody } from './reason.ts';
import { route } from './route.ts';
import { Nullable, OneOf, Patch, Strict } from './scalars.ts';

const Address = Type.String({ minLength: 1, maxLength: 500 });
const fields = {
  enabled: Type.Boolean(),
  /** `mqtt://` or `mqtts://`. */
  mqtt_url: Nullable(Address),
  /** Events arrive on `<prefix>/events`. */
  mqtt_prefix: Type.String({ pattern: '^[^+#/\\u0000][^+#\\u0000]{0,98}$' }),
  mqtt_username: Nullable(Type.String({ maxLength: 200 })),
  http_base_url: Nullable(Address),
  /** Starts and updates below this score are not stored; an end always is. */
  min_score: Type.Number({ minimum: 0, maximum: 1 }),
  /** How far back events are fetched after an absence. */
  catchup_hours: Type.Integer({ minimum: 0, maximum: 720 }),
};

const DetectorConfig = Strict(
  {
    ...fields,
    has_mqtt_password: Type.Boolean(),
    source: OneOf(['console', 'environment']),
    /** State of the server’s own subscription. */
    state: OneOf(['off', 'connecting', 'subscribed', 'failed']),
    /** Why it failed, as an English sentence. */
    reason: Nullable(Type.String()),
    /** The same as a code. */
    cause: Nullable(ReasonBody),
    /** Messages of the last minutes that were not understood or belong to no camera, by reason. */
    faults: Type.Record(Type.String(), Type.Integer()),
    /** Names of cameras that the detector sends and no camera here is mapped to. */
    unmapped_cameras: Type.Array(Type.String()),
  },
  { $id: 'DetectorConfig' },
);

const editable = { ...fields, mqtt_password: Nullable(Type.String({ maxLength: 500 })) };
const Check = Strict({ ok: Type.Boolean(), detail: Type.String(), reason: Nullable(ReasonBody) });

export const detector = {
  get: route({
    method: 'GET',
    path: '/config/detector',
    access: 'admin',
    summary: 'Settings of the external detector, and the state of its subscription',
    reply: DetectorConfig,
  }),
  update: route({
    method: 'PUT',
    path: '/config/detector',
    access: 'admin',
    summary: 'Changes the external detector; omitted fields are unchanged, the password is never returned',
    body: Patch(editable),
    reply: DetectorConfig,
  }),
  test: route({
    method: 'POST',
    path: '/config/detector/test',
    access: 'admin',
    summary: 'Connects and subscribes with the given values, or the saved ones where omitted, and returns the result',
    body: Patch(editable),
    reply: Strict({ mqtt: Nullable(Check), http: Nullable(Check) }, { $id: 'DetectorTest' }),
  }),
};
