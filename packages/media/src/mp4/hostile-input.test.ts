import { box, buildInit, buildSegment, fullBox, u32, u64 } from '@holdfast/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteSource, bytesSource } from './byte-source.ts';
import { readSegment, type SegmentReading } from './segment-facts.ts';

const real = buildSegment({
  video: { sampleTicks: 3000, samplesPerFragment: [10, 10, 10] },
  audio: { sampleTicks: 1024, samplesPerFragment: [16, 16, 16] },
  sidx: 'right',
});
const init = buildInit({ video: { sampleTicks: 3000, samplesPerFragment: [1] } });
const padding = box('free', Buffer.alloc(600));

const KINDS: SegmentReading['kind'][] = ['segment', 'too-small', 'no-complete-fragment', 'garbage'];

/** Counts reads, so that a test can bound the work without a clock. */
function counted(bytes: Uint8Array, sizeBytes = bytes.length): { source: ByteSource; readBytes: () => number } {
  const inner = bytesSource(bytes);
  let total = 0;
  const read = async (offset: number, length: number) => {
    total += Math.min(length, Math.max(0, bytes.length - offset));
    return inner.read(offset, length);
  };
  return { source: { ...inner, sizeBytes, read }, readBytes: () => total };
}

const hugeBox = (type: string, size: bigint) => Buffer.concat([u32(1), Buffer.from(type, 'latin1'), u64(size)]);

function nested(depth: number): Buffer {
  let bytes: Buffer = box('free');
  for (let i = 0; i < depth; i += 1) bytes = box(['moof', 'traf', 'moov', 'trak'][i % 4]!, bytes);
  return bytes;
}

describe('hostile bytes', () => {
  it('returns a result for random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
        expect(KINDS).toContain((await readSegment(bytesSource(bytes))).kind);
      }),
    );
  });

  it('returns a result for random bytes after a valid start', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
        const reading = await readSegment(bytesSource(Buffer.concat([init, padding, bytes])));
        expect(KINDS).toContain(reading.kind);
      }),
    );
  });

  it('survives overwritten bytes in a valid file, and never reports more than the file has', async () => {
    const damage = fc.array(fc.tuple(fc.nat(real.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(real);
        for (const [at, value] of changes) bytes[at] = value;
        const reading = await readSegment(bytesSource(bytes));
        expect(KINDS).toContain(reading.kind);
        if (reading.kind !== 'segment') return;
        expect(reading.facts.completeBytes).toBeLessThanOrEqual(bytes.length);
        expect(reading.facts.tailBytes).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(reading.facts.durationTicks)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('finds exactly the complete fragments when a file is truncated at any byte', async () => {
    const whole = await readSegment(bytesSource(real));
    if (whole.kind !== 'segment') throw new Error(whole.kind);
    const ends = whole.facts.fragments.map((fragment) => fragment.offset + fragment.size);
    const wanted = (length: number) => {
      if (length < 512) return 'too-small';
      const complete = ends.filter((end) => end <= length);
      return complete.length === 0 ? 'no-complete-fragment' : `${complete.length} of ${complete.at(-1)} bytes`;
    };
    const found: string[] = [];
    for (let length = 0; length < real.length; length += 1) {
      const reading = await readSegment(bytesSource(real.subarray(0, length)));
      const facts = reading.kind === 'segment' ? reading.facts : undefined;
      found.push(facts ? `${facts.fragments.length} of ${facts.completeBytes} bytes` : reading.kind);
    }
    expect(found).toEqual(found.map((_, length) => wanted(length)));
  });

  it.each([
    ['a size of zero', Buffer.concat([u32(0), Buffer.from('moof')])],
    ['a size smaller than its header', Buffer.concat([u32(7), Buffer.from('moof')])],
    ['a 64-bit size smaller than its header', hugeBox('moof', 15n)],
    ['a 64-bit size of zero', hugeBox('moof', 0n)],
    ['a 64-bit size beyond the file', hugeBox('moof', 1n << 40n)],
    ['the largest 64-bit size', hugeBox('mdat', (1n << 64n) - 1n)],
    ['the largest 32-bit size', Buffer.concat([u32(0xffffffff), Buffer.from('moof')])],
    ['a type that is no text', Buffer.concat([u32(16), Buffer.from([0, 1, 2, 3]), Buffer.alloc(8)])],
    ['an mdat without its moof', box('mdat', Buffer.alloc(64))],
    ['a second moov', init.subarray(28)],
    ['a moof without its mdat', Buffer.concat([box('moof'), box('free')])],
  ])('keeps the complete fragments before %s', async (_title, tail) => {
    const reading = await readSegment(bytesSource(Buffer.concat([real, tail, Buffer.alloc(64)])));
    expect(reading).toMatchObject({ kind: 'segment', facts: { completeBytes: real.length } });
  });

  it('accepts correct 64-bit sizes', async () => {
    const { facts } = (await readSegment(bytesSource(real))) as Extract<SegmentReading, { kind: 'segment' }>;
    const { offset, size, tracks } = facts.fragments[0]!;
    const moofSize = real.readUInt32BE(offset);
    const moof = Buffer.from(real.subarray(offset, offset + moofSize));
    for (let at = moof.indexOf('trun'); at !== -1; at = moof.indexOf('trun', at + 4)) {
      moof.writeInt32BE(moof.readInt32BE(at + 12) + 8, at + 12);
    }
    const data = real.subarray(offset + moofSize + 8, offset + size);
    const head = real.subarray(0, facts.initLength);
    const reading = await readSegment(
      bytesSource(Buffer.concat([head, moof, hugeBox('mdat', BigInt(data.length + 16)), data])),
    );
    expect(reading).toMatchObject({ kind: 'segment', facts: { fragments: [{ tracks }], tailBytes: 0 } });
  });

  it('does not follow endless nesting', async () => {
    const bytes = Buffer.concat([init, padding, nested(5_000)]);
    expect((await readSegment(bytesSource(bytes))).kind).toBe('no-complete-fragment');
  });

  it('counts billions of default samples without iterating over them', async () => {
    const trun = fullBox('trun', 0x1, u32(0xffffffff), u32(0));
    const tfhd = fullBox('tfhd', 0x20018, u32(1), u32(3000), u32(0));
    const traf = box('traf', tfhd, fullBox('tfdt', 0, u32(0)), ...Array.from({ length: 400 }, () => trun));
    const bytes = Buffer.concat([init, padding, box('moof', traf), box('mdat')]);
    expect(KINDS).toContain((await readSegment(bytesSource(bytes))).kind);
  });

  it('rejects a moov that is too large without reading it', async () => {
    const head = Buffer.concat([box('ftyp', Buffer.alloc(512)), u32(0x40000000), Buffer.from('moov')]);
    const { source, readBytes } = counted(head, 0x7fffffff);
    expect((await readSegment(source)).kind).toBe('garbage');
    expect(readBytes()).toBeLessThan(100);
  });

  it('never reads the media itself', async () => {
    const bytes = buildSegment({ video: { sampleTicks: 3000, samplesPerFragment: Array(20).fill(200) }, sidx: 'none' });
    const { source, readBytes } = counted(bytes);
    expect((await readSegment(source)).kind).toBe('segment');
    expect(readBytes()).toBeLessThan(bytes.length / 5);
  });

  it('gives up on a file of nothing but tiny boxes', async () => {
    const bytes = Buffer.concat([init, Buffer.alloc(8 * 150_000, box('free'))]);
    expect(await readSegment(bytesSource(bytes))).toEqual({ kind: 'garbage', reason: 'too many boxes' });
  });
});
