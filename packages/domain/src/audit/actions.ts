/** Everything that is noted, by the question that it answers. Codes only: the words are in the console. */
export const auditActions = {
  watched: ['live-watched', 'playback-watched', 'clip-watched', 'pictures-viewed'],
  exported: [
    'export-created',
    'export-link-created',
    'export-downloaded',
    'clip-downloaded',
    'watchlist-exported',
    'audit-exported',
  ],
  shared: ['share-created', 'share-opened', 'share-revoked'],
  deleted: [
    'camera-removed',
    'bookmark-deleted',
    'export-deleted',
    'user-deleted',
    'role-deleted',
    'policy-deleted',
    'group-deleted',
    'storage-removed',
    'watchlist-entry-deleted',
    'channel-deleted',
  ],
  changed: [
    'user-created',
    'user-changed',
    'role-created',
    'role-changed',
    'camera-created',
    'camera-changed',
    'camera-restored',
    'camera-plates-changed',
    'camera-policy-changed',
    'camera-links-changed',
    'camera-badge-placed',
    'recording-requested',
    'policy-created',
    'policy-changed',
    'group-created',
    'group-changed',
    'group-members-changed',
    'group-policy-changed',
    'storage-added',
    'storage-changed',
    'storage-disk-accepted',
    'storage-pruning-resumed',
    'bookmark-created',
    'bookmark-changed',
    'settings-changed',
    'plates-changed',
    'ingest-token-rotated',
    'watchlist-entry-added',
    'watchlist-entry-changed',
    'watchlist-imported',
    'pass-confirmed',
    'channel-created',
    'channel-changed',
    'channel-tested',
    'alert-rule-changed',
    'alerts-snoozed',
    'hub-changed',
    'hub-offer-changed',
    'detector-changed',
    'restream-password-rotated',
  ],
  access: ['first-admin-created', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'password-changed'],
} as const;

export type AuditKind = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditKind][number];

export const AUDIT_KINDS = Object.keys(auditActions) as AuditKind[];
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(auditActions).flat();

/** The database refuses to delete younger entries. */
export const AUDIT_DAYS = 365;
