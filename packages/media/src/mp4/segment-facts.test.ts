import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInit, buildSegment, type SegmentPlan } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { readSegment, readSegmentFacts, type SegmentFacts } from './segment-facts.ts';

const plan: SegmentPlan = {
  video: { sampleTicks: 3000, samplesPerFragment: [30, 30, 29] },
  audio: { sampleTicks: 1024, samplesPerFragment: [47, 47, 46] },
  sidx: 'right',
};

async function factsOf(bytes: Uint8Array): Promise<SegmentFacts> {
  const reading = await readSegment(bytesSource(bytes));
  if (reading.kind !== 'segment') throw new Error(reading.kind);
  return reading.facts;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facts-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe('facts read from a segment', () => {
  it('returns codecs, sizes and rates of the tracks', async () => {
    const { tracks } = await factsOf(buildSegment(plan));
    expect(tracks.map((track) => track.format)).toEqual([
      { kind: 'video', codec: 'avc1.640028', widthPx: 1920, heightPx: 1080 },
      { kind: 'audio', codec: 'mp4a.40.2', sampleRateHz: 48_000, channels: 2 },
    ]);
    expect(tracks.map((track) => track.samples)).toEqual([89, 140]);
  });

  it('takes the duration from the samples of the video track', async () => {
    const facts = await factsOf(buildSegment(plan));
    expect(facts).toMatchObject({ durationTicks: 89 * 3000, timescale: 90_000, durationMs: 2967 });
    expect(facts.tracks[1]).toMatchObject({ durationTicks: 140 * 1024, durationMs: 2987 });
  });

  it('lists every fragment with its position and whether playback can start there', async () => {
    const bytes = buildSegment({ ...plan, video: { sampleTicks: 3000, samplesPerFragment: [30, 30, 0] } });
    const facts = await factsOf(bytes);
    expect(facts.fragments.map((fragment) => fragment.startsWithKeyframe)).toEqual([true, true, false]);
    for (const { offset } of facts.fragments) expect(bytes.toString('latin1', offset + 4, offset + 8)).toBe('moof');
    expect(facts.initLength).toBe(buildInit(plan).length);
    expect(facts).toMatchObject({ completeBytes: bytes.length, tailBytes: 0, sizeBytes: bytes.length });
  });

  it('accepts the index of a track only if its sizes and durations add up to the fragments', async () => {
    const verdicts = async (sidx: NonNullable<SegmentPlan['sidx']>) =>
      (await factsOf(buildSegment({ ...plan, sidx }))).tracks.map((track) => track.sidx.kind);
    expect(await verdicts('right')).toEqual(['right', 'right']);
    expect(await verdicts('none')).toEqual(['absent', 'absent']);
    expect(await verdicts('late')).toEqual(['wrong', 'wrong']);
    expect(await verdicts('shifted')).toEqual(['wrong', 'wrong']);
  });

  it('ends the complete part of a torn file after its last complete fragment', async () => {
    const bytes = buildSegment(plan);
    const { offset = 0, size = 0 } = (await factsOf(bytes)).fragments[2] ?? {};
    expect(await factsOf(bytes.subarray(0, bytes.length - 1))).toMatchObject({
      completeBytes: offset,
      tailBytes: size - 1,
    });
    expect((await factsOf(bytes.subarray(0, offset))).tailBytes).toBe(0);
  });

  it('distinguishes a closed file from one still being written', async () => {
    const bytes = buildSegment(plan);
    expect((await factsOf(bytes)).finished).toBe(true);
    expect((await factsOf(bytes.subarray(0, bytes.length - 1))).finished).toBe(false);
    expect((await factsOf(buildSegment({ ...plan, sidx: 'none' }))).finished).toBe(false);
  });

  it('returns the same parameter hash for segments that one decoder can play, whatever their length or bit rate', async () => {
    const hash = async (change: Partial<SegmentPlan>) =>
      (await factsOf(buildSegment({ ...plan, ...change }))).parameterHash;
    const usual = await hash({});
    expect(await hash({ video: { sampleTicks: 3000, samplesPerFragment: [4] }, audioBitrate: 64_000 })).toBe(usual);
    expect(await hash({ widthPx: 1280 })).not.toBe(usual);
    expect(await hash({ avcC: Buffer.from([1, 0x64, 0, 0x29, 0xff, 0xe0, 0]) })).not.toBe(usual);
  });
});

describe('files without footage', () => {
  it('reports a file under 512 bytes as too small', async () => {
    const path = await fileWith('small.mp4', buildSegment(plan).subarray(0, 511));
    expect(await readSegmentFacts(path)).toEqual({ kind: 'too-small', sizeBytes: 511 });
  });

  it('finds no complete fragment in a file whose first fragment is truncated', async () => {
    const bytes = buildSegment(plan);
    const first = (await factsOf(bytes)).fragments[0]!;
    const cut = first.offset + first.size - 1;
    const path = await fileWith('cut.mp4', bytes.subarray(0, cut));
    expect(await readSegmentFacts(path)).toEqual({ kind: 'no-complete-fragment', sizeBytes: cut });
  });

  it('reports other bytes as garbage', async () => {
    expect(await readSegment(bytesSource(Buffer.alloc(4096, 'abcd')))).toMatchObject({ kind: 'garbage' });
  });

  it('reports a missing file, a link and a folder as unreadable instead of following or hanging', async () => {
    const target = await fileWith('real.mp4', buildSegment(plan));
    await symlink(target, join(folder, 'link.mp4'));
    expect(await readSegmentFacts(join(folder, 'none.mp4'))).toEqual({ kind: 'unreadable', code: 'ENOENT' });
    expect(await readSegmentFacts(join(folder, 'link.mp4'))).toEqual({ kind: 'unreadable', code: 'ELOOP' });
    expect(await readSegmentFacts(folder)).toEqual({ kind: 'unreadable', code: 'ENOTFILE' });
  });
});
