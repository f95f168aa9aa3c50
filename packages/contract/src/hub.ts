import { badgeIcons, hubRoles, MAX_ENTITY_ID_LENGTH } from '@holdfast/domain';
import { Type } from 'typebox';
import { ById } from './identifiers.ts';
import { ReasonBody } from './reason.ts';
import { route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const MAX_HUB_LINKS = 32;
export const MAX_HUB_HISTORY_DAYS = 31;
export const MAX_HUB_SPANS = 10_000;

const EntityId = Type.String({ minLength: 1, maxLength: MAX_ENTITY_ID_LENGTH });
const DeviceClass = Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9_]+$' });
/** An empty text removes it. */
const Caption = Type.String({ format: 'name', maxLength: 100 });
const Fingerprint = Type.String({ pattern: '^[0-9a-f]{64}$' });

const connection = {
  /** Scheme, host and port, without a path. */
  base_url: Nullable(Type.String({ minLength: 1, maxLength: 500 })),
  /** SHA-256 of the one certificate to accept although no authority vouches for it. */
  certificate: Nullable(Fingerprint),
};
const writable = { ...connection, token: Nullable(Type.String({ minLength: 1, maxLength: 2_000 })) };

const HubConfig = Strict(
  {
    enabled: Type.Boolean(),
    ...connection,
    has_token: Type.Boolean(),
    source: OneOf(['console', 'environment']),
  },
  { $id: 'HubConfig' },
);

const HubTest = Strict(
  {
    ok: Type.Boolean(),
    detail: Type.String(),
    reason: Nullable(ReasonBody),
    /** Fingerprint of the untrusted certificate that the hub shows; accept it only if it is that of your hub. */
    certificate: Nullable(Type.String()),
  },
  { $id: 'HubTest' },
);

const HubEntity = Strict(
  {
    entity_id: Type.String(),
    name: Nullable(Type.String()),
    device_class: Nullable(Type.String()),
    state: Type.String(),
  },
  { $id: 'HubEntity' },
);

const Icon = OneOf(badgeIcons);
const Icons = Type.Record(Type.String(), Strict({ on: Type.String(), off: Type.String() }));

const HubIcons = Strict(
  {
    /** Names of Material Design Icons, by what they stand for. */
    groups: Type.Record(Type.String(), Type.Array(Type.String())),
    /** The icons of badges for which none was chosen. */
    by_device_class: Icons,
    /** For entities without a device class, or with another one. */
    by_domain: Icons,
  },
  { $id: 'HubIcons' },
);

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

const position = {
  /** Of the frame, not of the pane that shows it. */
  x: Fraction,
  y: Fraction,
};
const style = {
  shape: OneOf(['dot', 'pill']),
  size: Type.Number({ minimum: 0.1, maximum: 8 }),
  opacity: Type.Number({ minimum: 0.05, maximum: 1 }),
  overlay_color: Nullable(Color),
  /** Null shows the icon of the device class. */
  overlay_icon: Nullable(Icon),
  background_color: Nullable(Color),
  outline: Type.Boolean(),
  /** Pins the state, and how long it has lasted, next to the badge. */
  overlay_show_state: Type.Boolean(),
  overlay_show_age: Type.Boolean(),
};

const placementChange = Type.Partial(Type.Object({ ...style, label: Caption }));

const link = {
  id: Uuid,
  entity_id: Type.String(),
  /** Sensors start recordings; controls are only shown. */
  role: OneOf(hubRoles),
  device_class: Nullable(Type.String()),
  label: Nullable(Type.String()),
  /** Null while the entity has no badge on the picture. */
  placement: Nullable(Strict({ ...position, ...style })),
};
const HubLink = Strict(link, { $id: 'HubLink' });
const CameraHubLink = Strict({ camera_id: Uuid, ...link }, { $id: 'CameraHubLink' });

const HubSpan = Strict(
  {
    entity_id: Type.String(),
    start: Timestamp,
    /** Null while it lasts. */
    end: Nullable(Timestamp),
    kind: OneOf(['known', 'unknown']),
    /** Null while it is unknown. */
    state: Nullable(Type.String()),
    reason: Nullable(Type.String()),
  },
  { $id: 'HubSpan' },
);

const HubLinks = Strict({ items: Type.Array(HubLink) }, { $id: 'HubLinks' });

export const HubState = Strict(
  {
    entity_id: Type.String(),
    /** Unknown is never the same as off or closed. */
    kind: OneOf(['known', 'unknown']),
    /** Null while it is unknown. */
    state: Nullable(Type.String()),
    /** Why it is unknown. */
    reason: Nullable(OneOf(['unavailable', 'no-value', 'missing', 'hub-down'])),
    since: Nullable(Timestamp),
    unit: Nullable(Type.String()),
  },
  { $id: 'HubState' },
);

export const hub = {
  get: route({
    method: 'GET',
    path: '/config/hub',
    access: 'admin',
    summary: 'Settings of the smart-home hub, without its access token',
    reply: HubConfig,
  }),
  update: route({
    method: 'PUT',
    path: '/config/hub',
    access: 'admin',
    summary:
      'Changes the smart-home hub; omitted fields are unchanged. Another address without a token removes the saved token',
    body: Patch({ enabled: Type.Boolean(), ...writable }),
    reply: HubConfig,
  }),
  test: route({
    method: 'POST',
    path: '/config/hub/test',
    access: 'admin',
    summary: 'Tests the hub with the given values, or the saved ones where omitted, and returns the result',
    body: Patch(writable),
    reply: HubTest,
  }),
  entities: route({
    method: 'GET',
    path: '/hub/entities',
    access: 'admin',
    summary: 'Entities of the hub that can be linked',
    query: Patch({ domain: OneOf(['binary_sensor', 'light', 'switch', 'scene']) }),
    reply: Strict({ items: Type.Array(HubEntity) }, { $id: 'HubEntities' }),
  }),
  icons: route({
    method: 'GET',
    path: '/hub/icons',
    access: 'user',
    summary: 'The icons of badges, and the default of each device class',
    reply: HubIcons,
  }),
  states: route({
    method: 'GET',
    path: '/hub/states',
    access: 'user',
    summary: 'Current states of the entities that are linked to the caller’s cameras, at most 2 s old',
    reply: Strict(
      {
        /** When the hub last answered. */
        fetched_at: Nullable(Timestamp),
        /** The hub does not answer: all states are unknown. */
        stale: Type.Boolean(),
        states: Type.Array(HubState),
      },
      { $id: 'HubStates' },
    ),
  }),
  history: route({
    method: 'GET',
    path: '/hub/history',
    access: 'playback',
    scope: 'camera',
    summary: `What the badges of a camera showed, oldest first, at most ${MAX_HUB_HISTORY_DAYS} days; between the spans of an entity its state is unknown`,
    query: Strict({ camera_id: Uuid, start: Timestamp, end: Timestamp }),
    reply: Strict(
      {
        items: Type.Array(HubSpan),
        /** There are more: request a shorter range. */
        truncated: Type.Boolean(),
        /** By the server’s clock; nothing is known about later moments of the range. */
        known_until: Timestamp,
      },
      { $id: 'HubHistory' },
    ),
  }),
  allLinks: route({
    method: 'GET',
    path: '/hub/links',
    access: 'user',
    summary: 'The entities that are linked to the caller’s cameras, with their badges',
    reply: Strict({ items: Type.Array(CameraHubLink) }, { $id: 'CameraHubLinks' }),
  }),
  links: route({
    method: 'GET',
    path: '/cameras/{id}/hub/links',
    access: 'user',
    scope: 'camera',
    summary: 'The entities that are linked to a camera, with their badges',
    params: ById,
    reply: HubLinks,
  }),
  replaceLinks: route({
    method: 'PUT',
    path: '/cameras/{id}/hub/links',
    access: 'admin',
    summary:
      'Replaces the entities that are linked to a camera. Entities that stay keep their id and badge; an omitted label or device class is unchanged, or the device class taken from the hub',
    params: ById,
    body: Strict({
      links: Type.Array(
        Strict({
          entity_id: EntityId,
          role: Type.String({ minLength: 1, maxLength: 20 }),
          device_class: Type.Optional(Nullable(DeviceClass)),
          label: Type.Optional(Caption),
        }),
        { maxItems: MAX_HUB_LINKS },
      ),
    }),
    reply: HubLinks,
  }),
  place: route({
    method: 'PUT',
    path: '/cameras/{id}/hub/links/{link_id}/placement',
    access: 'admin',
    summary:
      'Places the badge of a link on the picture and styles it; omitted fields are unchanged. `null` removes the badge and its style. An empty label removes the label',
    params: Strict({ id: Uuid, link_id: Uuid }),
    body: Nullable(Strict({ ...position, ...placementChange.properties })),
    reply: HubLink,
  }),
};
