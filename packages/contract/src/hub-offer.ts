import { Type } from 'typebox';
import { CAMERA_IDS_BODY_BYTES, CameraIds } from './identifiers.ts';
import { ReasonBody } from './reason.ts';
import { route } from './route.ts';
import { Nullable, OneOf, Patch, Strict } from './scalars.ts';

const fields = {
  enabled: Type.Boolean(),
  /** `detector`: the broker of the external detector. */
  broker: OneOf(['own', 'detector']),
  /** `mqtt://` or `mqtts://`. */
  mqtt_url: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
  mqtt_username: Nullable(Type.String({ maxLength: 200 })),
  /** Where the hub looks for devices. */
  discovery_prefix: Type.String({ pattern: '^[^+#/\\u0000][^+#\\u0000]{0,98}$' }),
  /** Whether watched plates are offered, too. */
  plates: Type.Boolean(),
  /** Other cameras are not offered. */
  camera_ids: CameraIds,
};

const HubOffer = Strict(
  {
    ...fields,
    has_mqtt_password: Type.Boolean(),
    state: OneOf(['off', 'connecting', 'connected', 'failed']),
    /** Why it failed, as an English sentence. */
    detail: Nullable(Type.String()),
    reason: Nullable(ReasonBody),
  },
  { $id: 'HubOffer' },
);

export const hubOffer = {
  get: route({
    method: 'GET',
    path: '/config/hub/offer',
    access: 'admin',
    summary: 'Which cameras are offered to the home over MQTT discovery, and the state of the connection',
    reply: HubOffer,
  }),
  update: route({
    method: 'PUT',
    path: '/config/hub/offer',
    access: 'admin',
    summary:
      'Changes what is offered to the home; omitted fields are unchanged, the password is never returned. What is no longer offered is removed from the broker',
    body: Patch({ ...fields, mqtt_password: Nullable(Type.String({ maxLength: 500 })) }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    reply: HubOffer,
  }),
};
