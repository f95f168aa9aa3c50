import type { StreamName, Tier } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface NewSegment {
  cameraId: string;
  stream: StreamName;
  startTs: Date;
  preciseStartTs: Date;
  durationMs: number;
  endTs: Date;
  storageId: string;
  tier?: Tier;
  path: string;
  sizeBytes: number;
  parameterHash: string;
  hasMotion?: boolean;
  /** Zeros and ones. */
  motionGrid?: string | null;
}

/** Does nothing on a conflict with the specified key or with an already indexed file: existing footage wins. */
export const insertSegments = async (conn: Conn, segments: readonly NewSegment[]): Promise<number> => {
  if (segments.length === 0) return 0;
  const inserted = await conn
    .insertInto('segment')
    .values([...segments])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length;
};

/** Locked until the transaction ends, so that no other recorder can take over during it. */
export const holdsRecorderEpoch = async (tx: Conn, epoch: number): Promise<boolean> => {
  const { rows } = await sql`select from recorder_lease where epoch = ${epoch} for share`.execute(tx);
  return rows.length > 0;
};
