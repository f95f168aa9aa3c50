export { BACKUP_COMMAND } from './backup/backup-command.ts';
export { BackupRefused } from './backup/backup-refused.ts';
export { type RestoreSummary, restoreBackup } from './backup/restore-backup.ts';
export { type CommandContext, runCommand } from './backup/run-command.ts';
export { type VerifiedBackup, verifyBackup } from './backup/verify-backup.ts';
export { requireDatabase, withDatabase } from './backup/with-database.ts';
export { writeBackup } from './backup/write-backup.ts';
export type {
  DeliveryState,
  FootageFate,
  HubStatusState,
  JsonObject,
  Point,
  Polygon,
  WatchlistKind,
  Zones,
} from './column-types.ts';
export { type Conn, connect, type Database } from './connect.ts';
export { createPool } from './create-pool.ts';
export { databaseEndpoint } from './database-endpoint.ts';
export { databaseIdentity } from './database-identity.ts';
export { createDatabasePulse, type DatabasePulse } from './database-pulse.ts';
export { type EmbeddedPostgres, findEmbeddedAddress, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { EmbeddedPostgresRefused } from './embedded/embedded-postgres-refused.ts';
export { type DatabaseFault, databaseFault, isFaultOfData } from './faults.ts';
export { keepWarnings } from './keep-warnings.ts';
export { listenTo } from './listen-to.ts';
export { MigrationRefused, migrate, type SchemaState, schemaState } from './migrate.ts';
export * from './repositories/alert-channels.ts';
export * from './repositories/alert-deliveries.ts';
export * from './repositories/alert-rules.ts';
export * from './repositories/audit.ts';
export * from './repositories/backups.ts';
export * from './repositories/bookmarks.ts';
export * from './repositories/cameras.ts';
export * from './repositories/capture-cameras.ts';
export * from './repositories/changes.ts';
export * from './repositories/clip-list.ts';
export { markAllViewed, pruneClipViews } from './repositories/clip-views.ts';
export * from './repositories/clips.ts';
export * from './repositories/deletions.ts';
export * from './repositories/detector-clips.ts';
export * from './repositories/detector-config.ts';
export * from './repositories/event-snapshots.ts';
export * from './repositories/events.ts';
export * from './repositories/exports.ts';
export * from './repositories/footage.ts';
export * from './repositories/footage-files.ts';
export * from './repositories/groups.ts';
export * from './repositories/heartbeats.ts';
export * from './repositories/hub.ts';
export * from './repositories/hub-history.ts';
export * from './repositories/hub-offer.ts';
export * from './repositories/locks.ts';
export * from './repositories/login-backoffs.ts';
export * from './repositories/lpr-config.ts';
export * from './repositories/machine-history.ts';
export * from './repositories/motion.ts';
export * from './repositories/near-plates.ts';
export * from './repositories/open-outages.ts';
export * from './repositories/pass-truths.ts';
export * from './repositories/pending-bytes.ts';
export * from './repositories/plate-activity.ts';
export * from './repositories/plate-dossier.ts';
export type {
  FoundReads,
  PlateFilter,
  PlateReadRow,
  ReadPosition,
} from './repositories/plate-page.ts';
export * from './repositories/plate-preview.ts';
export * from './repositories/plate-reads.ts';
export * from './repositories/plate-retention.ts';
export * from './repositories/plate-search.ts';
export * from './repositories/plate-workers.ts';
export * from './repositories/playback.ts';
export * from './repositories/policies.ts';
export * from './repositories/previews.ts';
export * from './repositories/protected-footage.ts';
export * from './repositories/raised-events.ts';
export * from './repositories/record-requests.ts';
export * from './repositories/recorder-lease.ts';
export * from './repositories/recorder-restart.ts';
export * from './repositories/recorder-sessions.ts';
export * from './repositories/removed-cameras.ts';
export * from './repositories/restream-account.ts';
export * from './repositories/roles.ts';
export * from './repositories/segments.ts';
export * from './repositories/sessions.ts';
export * from './repositories/settings.ts';
export * from './repositories/shares.ts';
export * from './repositories/status.ts';
export * from './repositories/storage-status.ts';
export * from './repositories/storages.ts';
export * from './repositories/stream-facts.ts';
export * from './repositories/stream-states.ts';
export * from './repositories/stream-status.ts';
export * from './repositories/support-bundle.ts';
export * from './repositories/system-event-marks.ts';
export * from './repositories/system-events.ts';
export * from './repositories/timeline.ts';
export * from './repositories/timeline-marks.ts';
export * from './repositories/tombstones.ts';
export * from './repositories/users.ts';
export * from './repositories/views.ts';
export * from './repositories/warnings.ts';
export * from './repositories/watchlist.ts';
export { storeWithoutFaulty } from './store-without-faulty.ts';
