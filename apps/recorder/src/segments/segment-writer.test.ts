import { FRAME_TICKS, SlabPool } from '@holdfast/media';
import { beforeEach, describe, expect, it } from 'vitest';
import { madeCamera, madeSetup } from '../testing/made-fragments.ts';
import type { SegmentDisk, SpoolHandle } from './segment-disk.ts';
import { type ClosedSegment, SegmentWriter } from './segment-writer.ts';

const SEGMENT_MS = 4_000;
const NOON_MS = Date.UTC(2026, 10, 15, 12);

let closed: ClosedSegment[];
let files: Map<string, Buffer>;
let offsetMs: number;
let failNext: string | undefined;
let pool: SlabPool;

/** Files in memory; the next call of a kind can be made to fail halfway. */
const memoryDisk = (): SegmentDisk => {
  const handleOf = (path: string): SpoolHandle => ({
    append: async (pieces) => {
      const bytes = Buffer.concat(pieces);
      const before = files.get(path) ?? Buffer.alloc(0);
      if (failNext === 'append') {
        failNext = undefined;
        files.set(path, Buffer.concat([before, bytes.subarray(0, bytes.length / 2)]));
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      }
      files.set(path, Buffer.concat([before, bytes]));
    },
    writeAt: async (bytes, position) => void bytes.copy(files.get(path) as Buffer, position),
    truncate: async (length) => void files.set(path, (files.get(path) as Buffer).subarray(0, length)),
    dateTo: async () => {},
    sync: async () => {},
    close: async () => {},
  });
  return {
    create: async (path) => {
      files.set(path, Buffer.alloc(0));
      return handleOf(path);
    },
    reopen: async (path) => handleOf(path),
    remove: async (path) => void files.delete(path),
  } as SegmentDisk;
};

const writerOf = ({ maxBytes }: { maxBytes?: number } = {}) =>
  new SegmentWriter({
    folder: '/spool',
    recordingId: 'ab',
    disk: memoryDisk(),
    segmentMs: SEGMENT_MS,
    ...(maxBytes !== undefined && { maxBytes }),
    naming: { last: undefined },
    wallMs: (ms) => ms + offsetMs,
    onClosed: (segment) => closed.push(segment),
  });

beforeEach(() => {
  closed = [];
  files = new Map();
  offsetMs = NOON_MS;
  failNext = undefined;
  pool = new SlabPool();
});

const spans = () =>
  closed.map(({ preciseStartMs, written }) => [
    preciseStartMs - NOON_MS,
    written.endMs - NOON_MS,
    written.summary.durationMs,
  ]);

/** Start and number of frames of each run of sound, in the layout of `fragmentHead`. */
function soundRuns(file: Buffer): [startSamples: number, frames: number][] {
  const runs: [number, number][] = [];
  for (let at = file.indexOf('tfhd'); at >= 0; at = file.indexOf('tfhd', at + 1))
    if (file.readUInt32BE(at + 8) === 2) runs.push([Number(file.readBigUInt64BE(at + 36)), file.readUInt32BE(at + 56)]);
  return runs;
}

describe('segments', () => {
  it('start at the first keyframe after each clock boundary, each where the previous one ends', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 2_500 });
    for (let i = 0; i < 10; i += 1) await writer.write(camera.fragment({ ms: 1_000 }));
    writer.close();
    expect(spans()).toEqual([
      [2_500, 4_500, 2_000],
      [4_500, 8_500, 4_000],
      [8_500, 12_500, 4_000],
    ]);
    expect(closed.map(({ startMs }) => startMs - NOON_MS)).toEqual([2_000, 4_000, 8_000]);
  });

  it('of a camera whose clock is slow have no gaps between them', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 0, rate: 0.8 });
    for (let i = 0; i < 16; i += 1) await writer.write(camera.fragment({ ms: 1_000 }));
    writer.close();
    expect(spans()).toEqual([
      [0, 4_000, 3_200],
      [4_000, 8_000, 3_200],
      [8_000, 12_000, 3_200],
      [12_000, 16_000, 3_200],
    ]);
  });

  it('are cut where parameters change or pictures are missing, and never start within a group', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 0 });
    await writer.write(camera.fragment({ ms: 500 }));
    await writer.write(camera.fragment({ ms: 500, setup: madeSetup('other') }));
    expect(await writer.write(camera.fragment({ ms: 500, start: 'none', skipMs: 700 }))).toBe(false);
    await writer.write(camera.fragment({ ms: 500, skipMs: 300 }));
    writer.close();
    expect(spans()).toEqual([
      [0, 500, 500],
      [500, 1_000, 500],
      [2_500, 3_000, 500],
    ]);
  });

  it('end at their greatest size, though no keyframe arrives, and go on at the next one', async () => {
    const writer = writerOf({ maxBytes: 1_000 });
    const camera = madeCamera({ pool, startMs: 0 });
    await writer.write(camera.fragment({ ms: 500 }));
    const accepted: boolean[] = [];
    for (let i = 0; i < 20; i += 1) accepted.push(await writer.write(camera.fragment({ ms: 500, start: 'none' })));
    expect(accepted.at(-1)).toBe(false);
    expect(await writer.write(camera.fragment({ ms: 500 }))).toBe(true);
    writer.close();
    expect(closed).toHaveLength(2);
  });

  it('two that start within one second get different names', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 100 });
    await writer.write(camera.fragment({ ms: 300 }));
    await writer.write(camera.fragment({ ms: 300, setup: madeSetup('other') }));
    writer.close();
    expect(closed.map(({ startMs }) => startMs - NOON_MS)).toEqual([0, 1_000]);
  });

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('keep their times when the clock is set %s, and the next gets new ones', async (_title, stepMs) => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 0 });
    await writer.write(camera.fragment({ ms: 1_000 }));
    await writer.write(camera.fragment({ ms: 1_000 }));
    offsetMs += stepMs;
    await writer.write(camera.fragment({ ms: 1_000 }));
    writer.close();
    expect(spans()).toEqual([
      [0, 2_000, 2_000],
      [2_000 + stepMs, 3_000 + stepMs, 1_000],
    ]);
  });

  it('keep complete fragments after a failed write, and the fragment can be written again', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 0 });
    await writer.write(camera.fragment({ ms: 1_000 }));
    const lengthBefore = [...files.values()][0]?.length ?? 0;
    failNext = 'append';
    const second = camera.fragment({ ms: 1_000 });
    await expect(writer.write(second)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(closed).toHaveLength(1);
    expect([...files.values()][0]).toHaveLength(lengthBefore);
    await writer.write(second);
    writer.close();
    expect(spans()).toEqual([
      [0, 1_000, 1_000],
      [1_000, 2_000, 1_000],
    ]);
  });

  it('have sound whose times only increase, though an encoder was restarted at an earlier time', async () => {
    const writer = writerOf();
    const camera = madeCamera({ pool, startMs: 0 });
    const soundAt = (startTicks: number, count: number) => ({
      sound: { channels: 1 as const },
      timedSound: { startTicks, frames: Array.from({ length: count }, () => Buffer.alloc(20, 7)) },
    });
    for (const sound of [soundAt(0, 47), soundAt(20 * FRAME_TICKS, 40), soundAt(10 * FRAME_TICKS, 5)])
      await writer.write({ ...camera.fragment({ ms: 1_000 }), ...sound });
    writer.close();
    expect(soundRuns([...files.values()][0] ?? Buffer.alloc(0))).toEqual([
      [0, 47],
      [47 * 1_024, 13],
    ]);
  });

  it('leave no file when writing the first fragment fails', async () => {
    const writer = writerOf();
    failNext = 'append';
    const camera = madeCamera({ pool, startMs: 0 });
    await expect(writer.write(camera.fragment({ ms: 1_000 }))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect([closed.length, files.size]).toEqual([0, 0]);
  });
});
