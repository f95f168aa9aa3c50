import type { SchemaState } from '@holdfast/db';
import { ExitWith, exitCodes } from '@holdfast/kit';

/**
 * To be asked before anything in the database is touched. One in the middle of a migration is as good as away, because
 * statements of ours may mean something else there; one of another version ends the recorder.
 */
export function requireCurrentSchema(state: SchemaState): void {
  if (state.kind === 'refuse') throw new ExitWith(exitCodes.badConfig, state.reason);
  if (state.kind === 'behind') throw new Error(`The database is not migrated yet: ${state.pending[0]} is to come.`);
}
