import type { PlainKey, Translate } from '../../i18n/i18n.tsx';
import { fieldLabel } from '../../parts/problems/field-labels.ts';

/** Fields that are in entries and in no form, or have another label there. */
const ownLabels = {
  enabled: 'auditField.enabled',
  policy: 'cameraList.policy',
  storage: 'bulk.storage',
  added_to: 'auditField.addedTo',
  removed_from: 'auditField.removedFrom',
  quiet_start: 'auditField.quietStart',
  quiet_end: 'auditField.quietEnd',
  snoozed_until: 'auditField.snoozedUntil',
  main_password: 'access.password',
  sub_password: 'access.password',
  protected: 'bookmarks.protect',
  record_stream: 'policy.stream',
  motion_sensitivity: 'policy.dynamic',
  motion_threshold: 'policy.thresholdLabel',
  country: 'auditField.country',
  watchlist_fuzz: 'plates.fuzz',
  plate: 'watchlist.plate',
  kind: 'watchlist.kind',
  color: 'watchlist.color',
  notify: 'watchlist.notify',
  event_retention_days: 'auditField.keepEvents',
  sharing_enabled: 'sharing.switch',
  base_url: 'hub.address',
  token: 'hub.token',
  certificate: 'hub.certificate',
  target: 'auditField.recipient',
  secret: 'auditField.secret',
  attach_image: 'alerts.pictures',
  attach_clip: 'alerts.clipPicture',
  plates_outside_confirmed: 'alerts.outside',
  owner_user_id: 'alerts.owner',
  broker: 'offer.broker',
  discovery_prefix: 'offer.prefix',
  plates: 'offer.plates',
  mqtt_url: 'offer.address',
  mqtt_prefix: 'detector.prefix',
  mqtt_username: 'access.username',
  mqtt_password: 'access.password',
  http_base_url: 'detector.httpAddress',
  min_score: 'camera.confidence',
  catchup_hours: 'detector.catchUp',
} as const satisfies Record<string, PlainKey>;

/** Follow from other fields, or are states and not settings. */
const DERIVED: ReadonlySet<string> = new Set([
  'origin',
  'members',
  'lpr_enabled',
  'has_sub_stream',
  'main_has_password',
  'sub_has_password',
  'has_secret',
  'has_token',
  'has_mqtt_password',
  'receiver',
  'source',
  'state',
  'reason',
  'detail',
  'faults',
  'unmapped_cameras',
]);

export const isSetting = (field: string): boolean => !DERIVED.has(field);

const engines = {
  none: 'engine.none',
  external: 'engine.external',
  'native-alpr': 'engine.native-alpr',
  both: 'engine.both',
} as const;

/** Words for the values of fields that hold a code. */
const codes: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  mode: { continuous: 'mode.continuous', motion: 'mode.motion', off: 'mode.off' },
  record_stream: { main: 'stream.main', sub: 'stream.sub', both: 'stream.both' },
  motion_sensitivity: { dynamic: 'audit.on', manual: 'audit.off' },
  lpr_engine: engines,
  engine: engines,
  attach_clip: { none: 'clipPicture.none', thumbnail: 'clipPicture.thumbnail', moving: 'clipPicture.moving' },
  kind: { watch: 'watchlistKind.watch', ignore: 'watchlistKind.ignore' },
  broker: { own: 'broker.own', detector: 'broker.detector' },
  capabilities: {
    admin: 'capability.admin',
    view_plates: 'capability.view_plates',
    playback: 'capability.playback',
    clips: 'capability.clips',
    export: 'capability.export',
    protect: 'capability.protect',
    actuators: 'capability.actuators',
  },
};

/** The meaning of an absent value, where it is not "none". */
const absences: Readonly<Record<string, PlainKey>> = {
  record_audio: 'audio.policy',
  live_max_bytes: 'policy.noLimit',
  archive_max_bytes: 'policy.noLimit',
  max_retention_days: 'policy.noLimit',
  archive_retention_hours: 'policy.noLimit',
  schedule: 'policy.always',
  event_retention_days: 'auditField.asFootage',
  owner_user_id: 'alerts.everything',
};

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** A field that is newer than this page has its name in the API. */
export const fieldWord = (field: string, t: Translate): string => {
  const key = own<PlainKey>(ownLabels, field) ?? fieldLabel(field);
  return key ? t(key) : field.replaceAll('_', ' ');
};

/** How values are written in the language of the page. */
export interface ValueFormat {
  number: (value: number) => string;
  percent: (fraction: number) => string;
  bytes: (bytes: number) => string;
  hours: (hours: number) => string;
  duration: (ms: number) => string;
  exact: (iso: string) => string;
  /** Days of the week, Monday first, as in `1111100`. */
  days: (week: string) => string;
}

const SHARES: ReadonlySet<string> = new Set(['watchlist_fuzz', 'min_confidence', 'lpr_min_confidence', 'min_score']);
const DAYS: ReadonlySet<string> = new Set(['retention', 'max_retention_days', 'event_retention_days']);

function numberWord(field: string, value: number, format: ValueFormat): string {
  // Often below one per cent.
  if (field === 'motion_threshold') return `${format.number(Math.round(value * 1000) / 10)} %`;
  if (SHARES.has(field)) return format.percent(value);
  if (DAYS.has(field)) return format.hours(value * 24);
  if (field.endsWith('_bytes')) return format.bytes(value);
  if (field.endsWith('_hours')) return format.hours(value);
  return field.endsWith('_seconds') ? format.duration(value * 1000) : format.number(value);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const WEEK = /^[01]{7}$/;

function textWord(field: string, value: string, t: Translate, format: ValueFormat): string {
  const key = own(own(codes, field) ?? {}, value);
  if (key) return t(key);
  if (MOMENT.test(value)) return format.exact(value);
  return WEEK.test(value) && /days$/.test(field) ? format.days(value) : value;
}

/** A value of a field, in words. */
export function valueWord(field: string, value: unknown, t: Translate, format: ValueFormat): string {
  if (value === null || value === undefined || value === '') return t(own(absences, field) ?? 'audit.empty');
  if (typeof value === 'boolean') return value ? t('audit.on') : t('audit.off');
  if (typeof value === 'number') return numberWord(field, value, format);
  if (typeof value === 'string') return textWord(field, value, t, format);
  if (!Array.isArray(value)) return String(value);
  return value.map((one) => textWord(field, String(one), t, format)).join(', ') || t('audit.empty');
}
