import { box, fullBox, text, UNITY_MATRIX, u16, u32, u64, zeros } from '../fragment/boxes.ts';
import { type ChildBox, childBoxes, needChild } from '../mp4/child-boxes.ts';
import { trackIdOf } from '../mp4/moov.ts';
import { editList, type MovieTrack } from './movie-track.ts';

const TIMESCALE = 1_000;
/** Size and type, and the size again as 64 bits. */
const DATA_HEADER_BYTES = 16;

export interface Movie {
  /** The body of a recorded file's `moov`, which describes the tracks. */
  recorded: Uint8Array;
  tracks: readonly MovieTrack[];
  dataBytes: number;
}

/** All that comes before the samples of a plain MP4. The index is at the front, so that a player can start at once. */
export function movieHead(movie: Movie): Buffer {
  const kind = box('ftyp', text('isom'), u32(512), text('isomiso2mp41'));
  const index = (dataStart: number) => movieBox(movie, dataStart);
  const dataStart = kind.length + index(0).length + DATA_HEADER_BYTES;
  const data = Buffer.concat([u32(1), text('mdat'), u64(movie.dataBytes + DATA_HEADER_BYTES)]);
  return Buffer.concat([kind, index(dataStart), data]);
}

function movieBox({ recorded, tracks }: Movie, dataStart: number): Buffer {
  const startS = Math.min(...tracks.map(({ earliestTicks, timescale }) => earliestTicks / timescale));
  const timed = tracks.map((track) => {
    const delayMs = Math.round((track.earliestTicks / track.timescale - startS) * 1000);
    const lengthMs = delayMs + Math.round((track.presentedTicks * 1000) / track.timescale);
    return { track, delayMs, lengthMs };
  });
  const traks = childBoxes(recorded).filter(({ type }) => type === 'trak');
  return box(
    'moov',
    movieHeader(Math.max(...timed.map(({ lengthMs }) => lengthMs)), Math.max(...tracks.map((one) => one.trackId)) + 1),
    ...timed.flatMap(({ track, delayMs, lengthMs }) => {
      const trak = traks
        .map(({ body }) => childBoxes(body))
        .find((children) => trackIdOf(needChild(children, 'tkhd')) === track.trackId);
      return trak ? [trackBox({ trak, track, delayMs, lengthMs, dataStart })] : [];
    }),
  );
}

const movieHeader = (lengthMs: number, nextTrackId: number): Buffer =>
  fullBox(
    'mvhd',
    1,
    0,
    zeros(16),
    u32(TIMESCALE),
    u64(lengthMs),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    UNITY_MATRIX,
    zeros(24),
    u32(nextTrackId),
  );

interface TrackParts {
  trak: readonly ChildBox[];
  track: MovieTrack;
  delayMs: number;
  lengthMs: number;
  dataStart: number;
}

/** The recorded track with its times and tables filled in. */
function trackBox({ trak, track, delayMs, lengthMs, dataStart }: TrackParts): Buffer {
  const media = childBoxes(needChild(trak, 'mdia'));
  const information = childBoxes(needChild(media, 'minf'));
  const description = needChild(childBoxes(needChild(information, 'stbl')), 'stsd');
  return box(
    'trak',
    // The fields after the times have the same length in both versions: layer, volume, matrix, width and height.
    fullBox('tkhd', 1, 3, zeros(16), u32(track.trackId, 0), u64(lengthMs), needChild(trak, 'tkhd').slice(-60)),
    ...editList(track, { delayMs, timescale: TIMESCALE }),
    box(
      'mdia',
      fullBox(
        'mdhd',
        1,
        0,
        zeros(16),
        u32(track.timescale),
        u64(track.decodedTicks),
        // The language.
        needChild(media, 'mdhd').slice(-4),
      ),
      box('hdlr', needChild(media, 'hdlr')),
      box(
        'minf',
        ...information.filter(({ type }) => type !== 'stbl').map(({ type, body }) => box(type, body)),
        box('stbl', box('stsd', description), ...track.tables(dataStart)),
      ),
    ),
  );
}
