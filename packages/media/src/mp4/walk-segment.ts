import { type BoxHeader, readBoxHeader } from './box-header.ts';
import { MalformedBox } from './byte-cursor.ts';
import type { ByteSource } from './byte-source.ts';
import { type FragmentTrack, type ParsedMoof, parseMoof } from './moof.ts';
import { type InitFacts, parseMoov } from './moov.ts';
import { parseSidx, type Sidx } from './sidx.ts';

export interface Fragment {
  offset: number;
  size: number;
  /** Size of the fragment's moof; the rest is its mdat. */
  moofSize: number;
  /** Whether playback can start here: at a sync sample of the video track, or of any track if there is no video. */
  startsWithKeyframe: boolean;
  tracks: FragmentTrack[];
}

const MAX_METADATA_BOX_BYTES = 4 * 1024 * 1024;
const MAX_METADATA_BYTES = 16 * 1024 * 1024;
const MAX_TOP_LEVEL_BOXES = 100_000;
const MAX_SIDXES = 16;

export interface SegmentWalk {
  init: InitFacts | undefined;
  initLength: number;
  sidxes: Sidx[];
  fragments: Fragment[];
  /** End of the last complete top-level box in a valid position. */
  wholeBytes: number;
  metadataBytes: number;
  /** A complete moof whose mdat has not been read. */
  pending: { moof: BoxHeader; parsed: ParsedMoof } | undefined;
}

export type WalkResult = { kind: 'walked'; walk: SegmentWalk } | { kind: 'garbage'; reason: string };

const garbage = (reason: string): WalkResult => ({ kind: 'garbage', reason });

/** Reads headers, moov, sidx and moof from front to back as far as they are complete, and never a byte of mdat. */
export async function walkSegment(source: ByteSource): Promise<WalkResult> {
  const first = await readBoxHeader(source, 0);
  if (first.kind !== 'box' || first.box.type !== 'ftyp') return garbage('does not begin with ftyp');
  const walk: SegmentWalk = {
    init: undefined,
    initLength: 0,
    sidxes: [],
    fragments: [],
    wholeBytes: first.box.size,
    metadataBytes: 0,
    pending: undefined,
  };
  let offset = walk.wholeBytes;
  for (let boxes = 0; boxes < MAX_TOP_LEVEL_BOXES; boxes += 1) {
    const reading = await readBoxHeader(source, offset);
    if (reading.kind === 'malformed' && !walk.init) return garbage('not a box');
    if (reading.kind !== 'box') return { kind: 'walked', walk };
    try {
      await takeBox(source, walk, reading.box);
    } catch (error) {
      if (!(error instanceof MalformedBox)) throw error;
      // A bad box after complete fragments is a damaged tail; the fragments before it are valid.
      return walk.init ? { kind: 'walked', walk } : garbage(error.message);
    }
    offset += reading.box.size;
  }
  return garbage('too many boxes');
}

/** Records one complete top-level box. */
async function takeBox(source: ByteSource, walk: SegmentWalk, box: BoxHeader): Promise<void> {
  const end = box.offset + box.size;
  if (walk.pending) {
    if (box.type !== 'mdat') throw new MalformedBox('moof without its mdat');
    walk.fragments.push(joinFragment(walk.pending, box, walk.init));
    walk.pending = undefined;
    walk.wholeBytes = end;
    return;
  }
  switch (box.type) {
    case 'moov':
      if (walk.init) throw new MalformedBox('second moov');
      walk.init = parseMoov(await metadata(source, walk, box));
      walk.initLength = end;
      break;
    case 'sidx':
      if (walk.sidxes.length === MAX_SIDXES) throw new MalformedBox('too many indexes');
      walk.sidxes.push(...readableSidx(await metadata(source, walk, box), box));
      break;
    case 'moof': {
      if (!walk.init) throw new MalformedBox('moof before moov');
      const parsed = parseMoof(await metadata(source, walk, box), walk.init.tracks);
      walk.pending = { moof: box, parsed };
      return;
    }
    case 'mdat':
      throw new MalformedBox('mdat without its moof');
    default:
      break;
  }
  walk.wholeBytes = end;
}

/** The fragments do not depend on the index, so an invalid one counts as absent. */
function readableSidx(body: Uint8Array, box: BoxHeader): Sidx[] {
  try {
    return [parseSidx(body, box)];
  } catch (error) {
    if (error instanceof MalformedBox) return [];
    throw error;
  }
}

async function metadata(source: ByteSource, walk: SegmentWalk, box: BoxHeader): Promise<Uint8Array> {
  const length = box.size - box.headerSize;
  walk.metadataBytes += length;
  if (length > MAX_METADATA_BOX_BYTES || walk.metadataBytes > MAX_METADATA_BYTES) {
    throw new MalformedBox('more metadata than a segment has');
  }
  const body = await source.read(box.offset + box.headerSize, length);
  if (body.length !== length) throw new MalformedBox('box shorter than its size field');
  return body;
}

function joinFragment(
  { moof, parsed }: NonNullable<SegmentWalk['pending']>,
  mdat: BoxHeader,
  init: InitFacts | undefined,
): Fragment {
  const size = moof.size + mdat.size;
  if (parsed.data.start < moof.size + mdat.headerSize || parsed.data.end > size) {
    throw new MalformedBox('samples outside the mdat');
  }
  const video = init?.tracks.find((track) => track.format.kind === 'video');
  const leading = video ? parsed.tracks.find((track) => track.trackId === video.trackId) : parsed.tracks[0];
  return {
    offset: moof.offset,
    size,
    moofSize: moof.size,
    startsWithKeyframe: leading?.startsWithKeyframe ?? false,
    tracks: parsed.tracks,
  };
}
