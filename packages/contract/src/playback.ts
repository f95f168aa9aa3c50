import { streamNames, videoCodecs } from '@holdfast/domain';
import { Type } from 'typebox';
import { binary, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const Moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });
const SegmentId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Stream = OneOf(streamNames);
/** For a client that cannot play what was recorded. Footage that is H.264 already is handed out as it is. */
const Transcode = OneOf(['h264']);

/** What there is to play at a moment: the segment that holds it, or the next one after it. */
export const PlayPosition = Strict(
  {
    segment_id: SegmentId,
    stream: Stream,
    start_ts: Timestamp,
    duration_ms: Type.Integer(),
    /** How far into the segment the moment lies; 0 when the segment begins after it. */
    offset_ms: Type.Integer(),
    codec: OneOf(videoCodecs),
    /** RFC 6381, picture and sound: `video/mp4; codecs="..."`. Ask for `transcode=h264` where it cannot be played. */
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
      'Recorded footage of a range, in milliseconds since 1970, as HLS; the main stream where it was recorded, else the sub stream',
    params: Strict({ camera_id: Uuid, start: Moment, end: Moment }),
    query: Patch({ stream: Stream, transcode: Transcode }),
    reply: binary('application/vnd.apple.mpegurl'),
  }),
  init: route({
    method: 'GET',
    path: '/hls/{camera_id}/init/{id}.mp4',
    access: 'media',
    capability: 'playback',
    scope: 'camera',
    summary: 'What a player needs before any media of the playlist',
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
    summary: 'One recorded segment, moved to its place on the playlist’s timeline',
    params: Strict({ camera_id: Uuid, id: SegmentId }),
    query: Strict({
      at: Moment,
      n: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      /** With what a player needs before it, for those that forget that between two runs. */
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
    summary: 'One recorded file as it lies on disk; ranges are served',
    params: Strict({ id: SegmentId }),
    reply: binary('video/mp4'),
  }),
  play: route({
    method: 'GET',
    path: '/play/{camera_id}',
    access: 'playback',
    scope: 'camera',
    summary: 'Where to play from for a moment',
    params: Strict({ camera_id: Uuid }),
    query: Strict({ ts: Timestamp }),
    reply: PlayPosition,
  }),
};
