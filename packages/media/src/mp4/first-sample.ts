import { ByteCursor, MalformedBox } from './byte-cursor.ts';
import { boxesOfMoof, childBoxes, needChild } from './child-boxes.ts';

/** The position of the first sample of a track, relative to the start of its `moof`. */
export function firstSample(moof: Uint8Array, trackId: number): { offset: number; size: number } {
  for (const { type, body } of boxesOfMoof(moof)) {
    if (type !== 'traf') continue;
    const children = childBoxes(body);
    const header = readHeader(needChild(children, 'tfhd'));
    if (header.trackId === trackId) return readRun(needChild(children, 'trun'), header.sizeBytes);
  }
  throw new MalformedBox('no samples of the track');
}

function readHeader(tfhd: Uint8Array): { trackId: number; sizeBytes: number | undefined } {
  const cursor = new ByteCursor(tfhd);
  const { flags } = cursor.fullBox();
  const trackId = cursor.u32();
  if (flags & 0x1) cursor.skip(8);
  if (flags & 0x2) cursor.skip(4);
  if (flags & 0x8) cursor.skip(4);
  return { trackId, sizeBytes: flags & 0x10 ? cursor.u32() : undefined };
}

function readRun(trun: Uint8Array, defaultBytes: number | undefined): { offset: number; size: number } {
  const cursor = new ByteCursor(trun);
  const { flags } = cursor.fullBox();
  const samples = cursor.u32();
  if (samples === 0 || !(flags & 0x1)) throw new MalformedBox('samples without a position');
  const offset = cursor.i32();
  if (flags & 0x4) cursor.skip(4);
  if (flags & 0x100) cursor.skip(4);
  const size = flags & 0x200 ? cursor.u32() : defaultBytes;
  if (size === undefined || offset < 0) throw new MalformedBox('sample without a size');
  return { offset, size };
}
