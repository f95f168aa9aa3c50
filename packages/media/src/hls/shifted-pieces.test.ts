import { box, buildInit, buildSegment, type SegmentPlan } from '@holdfast/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../mp4/byte-source.ts';
import { readSegment } from '../mp4/segment-facts.ts';
import { shiftMoof } from './shift-moof.ts';
import { type MediaShift, shiftedPieces } from './shifted-pieces.ts';

const SHIFT = { offsetMs: 86_400_123, sequence: 7_000 };

async function factsOf(mp4: Buffer) {
  const reading = await readSegment(bytesSource(mp4));
  if (reading.kind !== 'segment') throw new Error(reading.kind);
  return reading.facts;
}

/** All fragments copied and shifted, one by one. */
async function plainly(mp4: Buffer): Promise<Buffer> {
  const { fragments, tracks } = await factsOf(mp4);
  const timescales = new Map(tracks.map(({ trackId, timescale }) => [trackId, timescale]));
  return Buffer.concat(
    fragments.map(({ offset, size, moofSize }, index) => {
      const copy = Buffer.from(mp4.subarray(offset, offset + size));
      shiftMoof(copy.subarray(0, moofSize), timescales, { ...SHIFT, sequence: SHIFT.sequence + index });
      return copy;
    }),
  );
}

/** The output for a sender with one reused buffer. */
async function inPieces(mp4: Buffer, pieceBytes: number, shift: MediaShift = SHIFT): Promise<Buffer> {
  const pieces = shiftedPieces(bytesSource(mp4), await factsOf(mp4), shift);
  const piece = Buffer.alloc(pieceBytes, 0xee);
  const sent: Buffer[] = [];
  for (let filled = await pieces.fill(piece); filled > 0; filled = await pieces.fill(piece))
    sent.push(Buffer.from(piece.subarray(0, filled)));
  const all = Buffer.concat(sent);
  expect(all.length).toBe(pieces.lengthBytes);
  return all;
}

const plan: SegmentPlan = {
  video: { sampleTicks: 3_000, samplesPerFragment: [10, 1, 30, 2] },
  audio: { sampleTicks: 1_024, samplesPerFragment: [16, 0, 16, 1] },
  sidx: 'right',
};

describe('a recorded file in pieces', () => {
  it('equals its shifted fragments, however it is split', async () => {
    const samples = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(samples, fc.boolean(), fc.integer({ min: 1, max: 3_000 }), async (video, hasSound, bytes) => {
        const mp4 = buildSegment({
          video: { sampleTicks: 3_000, samplesPerFragment: video },
          ...(hasSound && { audio: { sampleTicks: 1_024, samplesPerFragment: video.map((count) => count % 5) } }),
          sidx: 'right',
        });
        expect((await inPieces(mp4, bytes)).equals(await plainly(mp4))).toBe(true);
      }),
    );
  });

  it('is correct for every piece length up to the whole file', async () => {
    const mp4 = buildSegment(plan);
    const expected = await plainly(mp4);
    for (let bytes = 1; bytes <= expected.length + 1; bytes += bytes < 300 ? 1 : 37)
      expect((await inPieces(mp4, bytes)).equals(expected)).toBe(true);
  });

  it('leaves out boxes between the fragments', async () => {
    const mp4 = buildSegment(plan);
    const init = buildInit(plan).length;
    const { fragments } = await factsOf(mp4);
    const parted = Buffer.concat([
      mp4.subarray(0, init),
      ...fragments.flatMap(({ offset, size }) => [box('free', Buffer.alloc(50)), mp4.subarray(offset, offset + size)]),
      box('mfra', Buffer.alloc(20)),
    ]);
    expect((await inPieces(parted, 100)).equals(await plainly(mp4))).toBe(true);
  });

  it('includes its initialization segment on request', async () => {
    const mp4 = buildSegment(plan);
    const expected = Buffer.concat([buildInit(plan), await plainly(mp4)]);
    expect((await inPieces(mp4, 333, { ...SHIFT, withInit: true })).equals(expected)).toBe(true);
  });

  it('does not modify the file in memory', async () => {
    const mp4 = buildSegment(plan);
    const before = Buffer.from(mp4);
    await inPieces(mp4, 64);
    expect(mp4.equals(before)).toBe(true);
  });

  it('fails when the file becomes shorter while it is read', async () => {
    const mp4 = buildSegment(plan);
    const pieces = shiftedPieces(bytesSource(mp4.subarray(0, -1)), await factsOf(mp4), SHIFT);
    await expect(pieces.fill(Buffer.alloc(mp4.length))).rejects.toThrow('shorter');
  });
});
