/**
 * Only the parts needed for starting and supervising: a process that does little should not load the query builder and
 * every repository. The second public entry of the package, beside the index.
 */
export { createPool } from './create-pool.ts';
export { type EmbeddedPostgres, findEmbeddedAddress, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { EmbeddedPostgresRefused } from './embedded/embedded-postgres-refused.ts';
export { type DatabaseFault, databaseFault } from './faults.ts';
export {
  beginPlateWorker,
  endAllPlateWorkers,
  endPlateWorker,
  listCamerasForWorkers,
  type PlainConn,
} from './launcher-plate-workers.ts';
export { listenTo } from './listen-to.ts';
export { MigrationRefused, migrate } from './migrate.ts';
