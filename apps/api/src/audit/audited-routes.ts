import type { Routes } from '@holdfast/contract';
import type { AuditAction } from '@holdfast/domain';

/** Why a route that is not a GET is not noted. */
export interface NotNoted {
  because: string;
}

type Changing<T> = { [N in keyof T]: T[N] extends { method: 'GET' } ? never : N }[keyof T];

/** Exhaustive by type: a route that changes something and is not listed does not compile. */
export type AuditedRoutes = {
  [F in keyof Routes as [Changing<Routes[F]>] extends [never] ? never : F]: {
    [N in Changing<Routes[F]>]: AuditAction | NotNoted;
  };
};

const because = (reason: string): NotNoted => ({ because: reason });
const changesNothing = because('It tests, searches or previews, and changes nothing.');
const ownMarks = because('Only the marks of the caller, such as what was viewed, change.');
const ownViews = because('A view is private to its user and shows only what they may see anyway.');
const asWatching = because('Watching is noted once for a span of time, by audit-spans.');
const byWorkers = because('Programs send these all day; the reads themselves are kept with their source.');

export const auditedRoutes: AuditedRoutes = {
  auth: {
    bootstrap: 'first-admin-created',
    login: 'signed-in',
    refresh: because('It extends a session whose start is noted.'),
    logout: 'signed-out',
    endSession: 'session-ended',
  },
  me: { changePassword: 'password-changed' },
  users: { create: 'user-created', update: 'user-changed', remove: 'user-deleted' },
  roles: { create: 'role-created', update: 'role-changed', remove: 'role-deleted' },
  cameras: {
    create: 'camera-created',
    updateMany: 'cameras-changed',
    test: changesNothing,
    discover: changesNothing,
    deviceStreams: changesNothing,
    update: 'camera-changed',
    remove: 'camera-removed',
    restore: 'camera-restored',
    updateLpr: 'camera-plates-changed',
  },
  policies: {
    create: 'policy-created',
    update: 'policy-changed',
    remove: 'policy-deleted',
    editForCamera: 'camera-policy-changed',
  },
  groups: {
    create: 'group-created',
    update: 'group-changed',
    remove: 'group-deleted',
    setMembers: 'group-members-changed',
    setPolicy: 'group-policy-changed',
  },
  settings: { update: 'settings-changed' },
  storages: {
    create: 'storage-added',
    update: 'storage-changed',
    remove: 'storage-removed',
    acceptDisk: 'storage-disk-accepted',
    resumePruning: 'storage-pruning-resumed',
  },
  lprConfig: { update: 'plates-changed', rotateToken: 'ingest-token-rotated' },
  plates: { ingest: byWorkers },
  watchlist: {
    create: 'watchlist-entry-added',
    update: 'watchlist-entry-changed',
    remove: 'watchlist-entry-deleted',
    importCsv: 'watchlist-imported',
    preview: changesNothing,
  },
  passes: { confirm: 'pass-confirmed' },
  events: { markSystemSeen: ownMarks },
  clips: { markViewed: ownMarks, markAllViewed: ownMarks },
  alerts: {
    createChannel: 'channel-created',
    updateChannel: 'channel-changed',
    removeChannel: 'channel-deleted',
    testChannel: 'channel-tested',
    updateRule: 'alert-rule-changed',
    updateSnooze: 'alerts-snoozed',
  },
  live: { offer: asWatching, hangUp: because('Its start is noted.') },
  views: { create: ownViews, update: ownViews, remove: ownViews },
  exports: { create: 'export-created', remove: 'export-deleted', link: 'export-link-created' },
  shares: { create: 'share-created', revoke: 'share-revoked', open: 'share-opened' },
  motion: { record: 'recording-requested' },
  detector: { update: 'detector-changed', test: changesNothing },
  hub: {
    update: 'hub-changed',
    test: changesNothing,
    replaceLinks: 'camera-links-changed',
    place: 'camera-badge-placed',
  },
  hubOffer: { update: 'hub-offer-changed' },
  bookmarks: { create: 'bookmark-created', update: 'bookmark-changed', remove: 'bookmark-deleted' },
  restream: { rotate: 'restream-password-rotated' },
  recorderRestart: { request: 'recorder-restarted' },
  backups: { update: 'backups-changed', start: 'backup-started' },
};

/** Undefined for a GET and for what is not noted. */
export function actionOf(feature: string, name: string): AuditAction | undefined {
  const tables: Readonly<Record<string, Readonly<Record<string, AuditAction | NotNoted>>>> = auditedRoutes;
  const entry = tables[feature]?.[name];
  return typeof entry === 'string' ? entry : undefined;
}
