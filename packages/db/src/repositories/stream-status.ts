import { type StreamName, type StreamState, videoCodecOf } from '@holdfast/domain';
import type { Conn } from '../connect.ts';
import { noteStreamFacts, type StreamFacts } from './stream-facts.ts';

export interface StreamStatusRow {
  cameraId: string;
  stream: StreamName;
  state: StreamState;
  detail: string | null;
  since: Date;
  bitrateBps: number | null;
  lastSegmentEndTs: Date | null;
  segmentLagMs: number | null;
  restarts: number;
  codecs: string | null;
  width: number | null;
  height: number | null;
  fps: number | null;
  audioCodec: string | null;
  updatedAt: Date;
}

/** Replaces all rows at once: streams that are not in the list are deleted. */
export const replaceStreamStatus = async (tx: Conn, rows: readonly StreamStatusRow[]): Promise<void> => {
  const ids = [...new Set(rows.map(({ cameraId }) => cameraId))];
  const known =
    ids.length === 0 ? [] : await tx.selectFrom('camera').select('id').where('id', 'in', ids).forKeyShare().execute();
  const living = new Set(known.map(({ id }) => id));
  const kept = rows.filter(({ cameraId }) => living.has(cameraId));
  await tx.deleteFrom('streamStatus').execute();
  if (kept.length > 0) await tx.insertInto('streamStatus').values(kept).execute();
  await noteStreamFacts(tx, factsOfStatus(kept));
};

/** What the recorder found in the files that it closed. */
const factsOfStatus = (rows: readonly StreamStatusRow[]): StreamFacts[] =>
  rows.flatMap(({ cameraId, stream, codecs, audioCodec, width, height, fps, updatedAt: seenAt }) => {
    const codecString = codecs?.split(',').find((one) => one !== audioCodec);
    if (codecString === undefined) return [];
    return [
      { cameraId, stream, codec: videoCodecOf(codecString), codecString, width, height, fps, audioCodec, seenAt },
    ];
  });

export const findStreamStatus = (conn: Conn, { cameraId, stream }: { cameraId: string; stream: StreamName }) =>
  conn
    .selectFrom('streamStatus')
    .select(['state', 'detail'])
    .where('cameraId', '=', cameraId)
    .where('stream', '=', stream)
    .executeTakeFirst();

export const listStreamStatus = (conn: Conn) =>
  conn
    .selectFrom('streamStatus')
    .innerJoin('camera', 'camera.id', 'streamStatus.cameraId')
    .selectAll('streamStatus')
    .select('camera.convertVideo as reencoded')
    .orderBy('cameraId')
    .orderBy('stream')
    .execute();
