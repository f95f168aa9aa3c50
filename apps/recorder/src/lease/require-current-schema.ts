import type { SchemaState } from '@holdfast/db';
import { ExitWith, exitCodes } from '@holdfast/kit';

/**
 * Call it before any other statement. During a migration the database counts as unreachable, because our statements may
 * not fit its schema; a database of another version ends the recorder.
 */
export function requireCurrentSchema(state: SchemaState): void {
  if (state.kind === 'refuse') throw new ExitWith(exitCodes.badConfig, state.reason);
  if (state.kind === 'behind') throw new Error(`The database is not migrated yet: ${state.pending[0]} is pending.`);
}
