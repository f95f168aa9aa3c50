import type { StreamName, VideoCodecName } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface StreamFacts {
  cameraId: string;
  stream: StreamName;
  codec: VideoCodecName;
  /** As RFC 6381 names it. Null, here and below: unknown this time, which does not replace an older value. */
  codecString: string | null;
  width: number | null;
  height: number | null;
  fps: number | null;
  audioCodec: string | null;
  seenAt: Date;
}

const known = (column: string) =>
  sql.raw(`case when stream_facts.codec = excluded.codec
  then coalesce(excluded.${column}, stream_facts.${column}) else excluded.${column} end`);

/**
 * Stores the properties of a stream. Unchanged properties are written at most once a minute, and small changes of the frame
 * rate not at all.
 */
export const noteStreamFacts = async (conn: Conn, facts: readonly StreamFacts[]): Promise<void> => {
  if (facts.length === 0) return;
  const rows = facts.map(
    (one) => sql`(${one.cameraId}::uuid, ${one.stream}, ${one.codec}, ${one.codecString}, ${one.width}::integer,
      ${one.height}::integer, ${one.fps}::double precision, ${one.audioCodec}, ${one.seenAt}::timestamptz)`,
  );
  await sql`
    insert into stream_facts (camera_id, stream, codec, codec_string, width, height, fps, audio_codec, seen_at)
    values ${sql.join(rows)}
    on conflict (camera_id, stream) do update set
      codec = excluded.codec,
      codec_string = ${known('codec_string')},
      width = ${known('width')},
      height = ${known('height')},
      fps = ${known('fps')},
      audio_codec = ${known('audio_codec')},
      seen_at = excluded.seen_at
    where stream_facts.codec <> excluded.codec
       or excluded.codec_string <> coalesce(stream_facts.codec_string, '')
       or excluded.width <> coalesce(stream_facts.width, 0)
       or excluded.height <> coalesce(stream_facts.height, 0)
       or abs(excluded.fps - coalesce(stream_facts.fps, 0)) > 0.5
       or excluded.audio_codec <> coalesce(stream_facts.audio_codec, '')
       or excluded.seen_at > stream_facts.seen_at + interval '1 minute'`.execute(conn);
};
