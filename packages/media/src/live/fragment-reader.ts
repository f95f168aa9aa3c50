import { MalformedBox } from '../mp4/byte-cursor.ts';
import { parseMoof } from '../mp4/moof.ts';
import { type InitFacts, parseMoov } from '../mp4/moov.ts';
import { describeInit, type LiveFragment, type LiveInit } from './live-media.ts';

export interface FragmentReader {
  push(chunk: Buffer): void;
}

// Many times a keyframe of the largest camera; anything larger is not one of our streams.
const MAX_BOX_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 8;

/** Splits a growing fragmented MP4 into its initialization segment and its fragments. */
export function createFragmentReader(on: {
  init: (init: LiveInit) => void;
  fragment: (fragment: LiveFragment) => void;
}): FragmentReader {
  let held: Buffer = Buffer.alloc(0);
  let head: Buffer[] = [];
  let facts: InitFacts | undefined;
  let moof: Buffer | undefined;

  const take = (type: string, box: Buffer) => {
    switch (type) {
      case 'ftyp':
        head = [box];
        return;
      case 'moov':
        facts = parseMoov(box.subarray(HEADER_BYTES));
        on.init(describeInit(Buffer.concat([...head, box]), facts));
        return;
      case 'moof':
        moof = box;
        return;
      case 'mdat':
        if (!moof || !facts) throw new MalformedBox('mdat without its moof');
        on.fragment({ bytes: Buffer.concat([moof, box]), ...pictureIn(moof, facts) });
        moof = undefined;
    }
  };

  return {
    push(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (held.length >= HEADER_BYTES) {
        const size = held.readUInt32BE(0);
        if (size < HEADER_BYTES || size > MAX_BOX_BYTES) throw new MalformedBox('box of an impossible size');
        if (held.length < size) return;
        take(held.toString('latin1', 4, 8), held.subarray(0, size));
        held = held.subarray(size);
      }
    },
  };
}

function pictureIn(moof: Buffer, facts: InitFacts): Pick<LiveFragment, 'hasVideo' | 'startsWithKeyframe'> {
  const video = facts.tracks.find(({ format }) => format.kind === 'video');
  const { tracks } = parseMoof(moof.subarray(HEADER_BYTES), facts.tracks);
  const leading = video ? tracks.find(({ trackId }) => trackId === video.trackId) : tracks[0];
  return {
    hasVideo: video !== undefined && leading !== undefined,
    startsWithKeyframe: leading?.startsWithKeyframe ?? false,
  };
}
