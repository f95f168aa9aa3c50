import { streamNames, videoCodecs } from '@holdfast/domain';
import { Type } from 'typebox';
import { binary, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const Moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });
const SegmentId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Stream = OneOf(streamNames);
/** For a client that cannot play the recorded codec. H.264 footage is not transcoded. */
const Transcode = OneOf(['h264']);

/** The segment that contains a moment, or the next one after it. */
const PlayPosition = Strict(
  {
    segment_id: SegmentId,
    stream: Stream,
    start_ts: Timestamp,
    duration_ms: Type.Integer(),
    /** Offset of the moment in the segment; 0 if the segment starts after it. */
    offset_ms: Type.Integer(),
    codec: OneOf(videoCodecs),
    /** RFC 6381, video and audio: `video/mp4; codecs="..."`. Request `transcode=h264` if it cannot be played. */
    codecs: Type.String(),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    /** The next hour from there. */
    playlist_url: Type.String(),
  },
  { $id: 'PlayPosition' },
);

export const playback = {
  playlist: route({
    method: 'GET',
    path: '/hls/{camera_id}/{start}-{end}.m3u8',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    summary:
      'Recorded footage of a range, in milliseconds since 1970, as HLS; the main stream where it was recorded, otherwise the substream',
    params: Strict({ camera_id: Uuid, start: Moment, end: Moment }),
    query: Patch({
      stream: Stream,
      transcode: Transcode,
      /** Answers a range without footage with an empty playlist instead of 404. */
      or_empty: Type.Literal(1),
    }),
    reply: binary('application/vnd.apple.mpegurl'),
  }),
  init: route({
    method: 'GET',
    path: '/hls/{camera_id}/init/{id}.mp4',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    summary: 'The init segment of the playlist',
    params: Strict({ camera_id: Uuid, id: SegmentId }),
    query: Patch({ transcode: Transcode }),
    reply: binary('video/mp4'),
  }),
  media: route({
    method: 'GET',
    path: '/hls/{camera_id}/media/{id}.m4s',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    summary: 'One recorded segment, with timestamps of the playlist’s timeline',
    params: Strict({ camera_id: Uuid, id: SegmentId }),
    query: Strict({
      at: Moment,
      n: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      /** Includes the init segment, for players that lose it between two stretches. */
      setup: Type.Optional(Type.Literal(1)),
      transcode: Type.Optional(Transcode),
    }),
    reply: binary('video/mp4'),
  }),
  segment: route({
    method: 'GET',
    path: '/segments/{id}',
    access: 'playback',
    scope: 'camera',
    summary: 'One recorded file as stored; supports range requests',
    params: Strict({ id: SegmentId }),
    reply: binary('video/mp4'),
  }),
  play: route({
    method: 'GET',
    path: '/play/{camera_id}',
    access: 'playback',
    scope: 'camera',
    summary: 'The segment and offset of a moment',
    params: Strict({ camera_id: Uuid }),
    query: Strict({ ts: Timestamp }),
    reply: PlayPosition,
  }),
};
