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

/** All rows there are: streams that are not in the list are deleted. */
export const replaceStreamStatus = async (tx: Conn, rows: readonly StreamStatusRow[]): Promise<void> => {
  let others = tx.deleteFrom('streamStatus');
  for (const { cameraId, stream } of rows)
    others = others.where(({ eb, not }) => not(eb.and([eb('cameraId', '=', cameraId), eb('stream', '=', stream)])));
  await others.execute();
  await updateStreamStatus(tx, rows);
};

/** Rows of removed cameras are left out. */
export const updateStreamStatus = async (tx: Conn, rows: readonly StreamStatusRow[]): Promise<void> => {
  const ids = [...new Set(rows.map(({ cameraId }) => cameraId))];
  if (ids.length === 0) return;
  const known = await tx.selectFrom('camera').select('id').where('id', 'in', ids).forKeyShare().execute();
  const living = new Set(known.map(({ id }) => id));
  const kept = rows.filter(({ cameraId }) => living.has(cameraId));
  if (kept.length === 0) return;
  await tx
    .insertInto('streamStatus')
    .values(kept)
    .onConflict((conflict) =>
      conflict.columns(['cameraId', 'stream']).doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        detail: ref('excluded.detail'),
        since: ref('excluded.since'),
        bitrateBps: ref('excluded.bitrateBps'),
        lastSegmentEndTs: ref('excluded.lastSegmentEndTs'),
        segmentLagMs: ref('excluded.segmentLagMs'),
        restarts: ref('excluded.restarts'),
        codecs: ref('excluded.codecs'),
        width: ref('excluded.width'),
        height: ref('excluded.height'),
        fps: ref('excluded.fps'),
        audioCodec: ref('excluded.audioCodec'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
  await noteStreamFacts(tx, factsOfStatus(kept));
};

/** The facts that the recorder found in the files it closed. */
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
