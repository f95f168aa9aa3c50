import type { GapReason, StreamName } from '@holdfast/domain';
import type { Conn } from '../connect.ts';

export interface NewStreamState {
  cameraId: string;
  stream: StreamName;
  ts: Date;
  /** Null while it records. */
  reason: GapReason | null;
  /** The announced end of maintenance; null when none was announced. */
  maintenanceUntil: Date | null;
}

/** Changes of cameras that were deleted in the meantime are dropped. */
export const insertStreamStates = async (conn: Conn, changes: readonly NewStreamState[]): Promise<void> => {
  if (changes.length === 0) return;
  const ids = [...new Set(changes.map(({ cameraId }) => cameraId))];
  const known = await conn.selectFrom('camera').select('id').where('id', 'in', ids).execute();
  const living = new Set(known.map(({ id }) => id));
  const kept = changes.filter(({ cameraId }) => living.has(cameraId));
  if (kept.length > 0) await conn.insertInto('streamStateChange').values(kept).execute();
};
