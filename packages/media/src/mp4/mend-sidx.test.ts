import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSegment, type SegmentPlan } from '@holdfast/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { mendSidx, planSidxMend } from './mend-sidx.ts';
import { readSegment, readSegmentFacts, type SegmentFacts } from './segment-facts.ts';

async function factsOf(bytes: Uint8Array): Promise<SegmentFacts> {
  const reading = await readSegment(bytesSource(bytes));
  if (reading.kind !== 'segment') throw new Error(reading.kind);
  return reading.facts;
}

async function mended(bytes: Buffer): Promise<Buffer> {
  const patched = Buffer.from(bytes);
  for (const patch of planSidxMend(await factsOf(bytes))) patched.set(patch.bytes, patch.offset);
  return patched;
}

const verdicts = async (bytes: Buffer) => (await factsOf(bytes)).tracks.map((track) => track.sidx.kind);

const counts = (minimum: number) =>
  fc.array(fc.nat(4), { minLength: 3, maxLength: 6 }).map((list) => [minimum, ...list]);
const plan: fc.Arbitrary<SegmentPlan> = fc.record({
  video: fc.record({ sampleTicks: fc.constant(3000), samplesPerFragment: counts(1) }),
  audio: fc.record({ sampleTicks: fc.constant(1024), samplesPerFragment: counts(1) }),
  sidx: fc.constantFrom('right' as const, 'late' as const, 'shifted' as const),
});
const usable = plan.map((one): SegmentPlan => {
  const fragments = one.video.samplesPerFragment.map((n, i) => (n === 0 && !one.audio?.samplesPerFragment[i] ? 1 : n));
  return { ...one, video: { ...one.video, samplesPerFragment: fragments } };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mend-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('mending the index', () => {
  it('makes every wrong index right, whatever fragments a track skips, and moves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(usable, async (given) => {
        const before = buildSegment(given);
        const after = await mended(before);
        expect(await verdicts(after)).toEqual(['right', 'right']);
        const [was, is] = [await factsOf(before), await factsOf(after)];
        expect(is.fragments).toEqual(was.fragments);
        const from = was.fragments[0]!.offset;
        expect(after.subarray(from).equals(before.subarray(from))).toBe(true);
        expect(after.subarray(0, was.initLength).equals(before.subarray(0, was.initLength))).toBe(true);
      }),
    );
  });

  it('writes into the file once and finds nothing to do the second time', async () => {
    const path = join(folder, 'late.mp4');
    const video = { sampleTicks: 3000, samplesPerFragment: [10, 10] };
    const audio = { sampleTicks: 1024, samplesPerFragment: [16, 16] };
    await writeFile(path, buildSegment({ video, audio, sidx: 'late' }));
    expect(await mendSidx(path)).toEqual({ kind: 'mended', trackIds: [1, 2] });
    expect(await verdicts(await readFile(path))).toEqual(['right', 'right']);
    expect(await mendSidx(path)).toEqual({ kind: 'untouched' });
  });

  it('leaves files without an index or without footage as they are', async () => {
    const path = join(folder, 'none.mp4');
    await writeFile(path, buildSegment({ video: { sampleTicks: 3000, samplesPerFragment: [9] } }));
    expect(await mendSidx(path)).toEqual({ kind: 'untouched' });
    await writeFile(path, Buffer.alloc(2000, 'x'));
    expect(await mendSidx(path)).toMatchObject({ kind: 'hopeless', reading: { kind: 'garbage' } });
    expect((await readSegmentFacts(join(folder, 'gone.mp4'))).kind).toBe('unreadable');
  });
});
