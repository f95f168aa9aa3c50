import { ByteArena, SlabPool, StreamFragments, type VideoTrack } from '@holdfast/media';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClosedSegment, SegmentWriter } from '../segments/segment-writer.ts';
import { createMemoryDisk } from '../testing/memory-disk.ts';
import { picturePackets } from '../testing/sent-pictures.ts';

const SECONDS = 600;
const track: VideoTrack = {
  media: 'video',
  codec: 'h264',
  payloadType: 96,
  clockRate: 90_000,
  channels: undefined,
  format: undefined,
  control: undefined,
};

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Ten minutes of a camera over a jittery network with occasional delays, through the whole writer. */
async function record({
  fps,
  seconds = SECONDS,
  takenAt = (index) => (index * 1_000) / fps,
  arrivesAt = (takenMs) => takenMs,
  stampAt,
  settledMs,
}: {
  fps: number;
  seconds?: number;
  takenAt?: (index: number) => number;
  /** Without the jitter of the network. */
  arrivesAt?: (takenMs: number) => number;
  stampAt: (takenMs: number, index: number) => number;
  /** What was taken before this does not count for the errors. */
  settledMs: number;
}) {
  const random = randomOf(fps);
  const { disk } = createMemoryDisk();
  const closed: ClosedSegment[] = [];
  const writer = new SegmentWriter({
    folder: '/spool',
    recordingId: 'ab',
    disk,
    segmentMs: 4_000,
    naming: { last: undefined },
    wallMs: (ms) => ms,
    onClosed: (segment) => closed.push(segment),
  });
  /** When each picture was taken, by its place in the ticks of the connection. */
  const taken: { file: number; intoTicks: number; takenMs: number }[] = [];
  const shown: { takenMs: number }[] = [];
  const fragments: Parameters<SegmentWriter['write']>[0][] = [];
  const stream = new StreamFragments({
    track,
    arena: new ByteArena(new SlabPool()),
    onFragment: (picture) => fragments.push({ connection: { timeAt: (ticks) => stream.timeAt(ticks) }, picture }),
  });
  const connection = { timeAt: (ticks: number) => stream.timeAt(ticks) };
  let next = 0;
  let fileStartTicks = 0;
  const write = async () => {
    for (const { picture } of fragments.splice(0)) {
      const before = closed.length;
      await writer.write({ connection, picture });
      if (closed.length > before || next === 0) fileStartTicks = picture.startTicks;
      let ticks = picture.startTicks;
      for (const { durationTicks } of picture.samples) {
        taken.push({ file: closed.length, intoTicks: ticks - fileStartTicks, takenMs: shown[next]?.takenMs ?? 0 });
        ticks += durationTicks;
        next += 1;
      }
      picture.arena.release(picture.to);
    }
  };
  let heldUntilMs = 0;
  let arrivedMs = 0;
  let sequence = 0;
  const group = Math.max(1, Math.round(fps * 2));
  for (let index = 0; index < seconds * fps; index += 1) {
    const takenMs = takenAt(index);
    if (heldUntilMs < takenMs && random() < 1 / (30 * fps)) heldUntilMs = takenMs + 300 + random() * 1_700;
    arrivedMs = Math.max(arrivedMs, arrivesAt(takenMs) - Math.log(1 - random()) * 8, heldUntilMs);
    const rtpTime = Math.round(stampAt(takenMs, index) * 90);
    const packets = picturePackets({
      index,
      isKeyframe: index % group === 0,
      rtpTime,
      firstSequence: sequence,
      bytes: 8,
    });
    sequence += packets.length;
    shown.push({ takenMs });
    for (const packet of packets) stream.packet(packet, arrivedMs);
    await write();
  }
  stream.end();
  await write();
  writer.close();
  const settled = taken.filter(({ takenMs }) => takenMs >= settledMs);
  const errorsMs = settled.map(({ file, intoTicks, takenMs }) => {
    const { preciseStartMs, written } = closed[file] as ClosedSegment;
    const lastsMs = written.endMs - preciseStartMs;
    return Math.abs(preciseStartMs + (intoTicks / 90 / Math.max(1, written.summary.durationMs)) * lastsMs - takenMs);
  });
  const holesMs = closed
    .slice(1)
    .map(({ preciseStartMs }, i) => preciseStartMs - (closed[i] as ClosedSegment).written.endMs);
  return { errorsMs: errorsMs.toSorted((a, b) => a - b), holesMs, pictures: taken.length };
}

describe.each([1, 60])('ten minutes at %i pictures a second, of a camera whose clock', (fps) => {
  it.each([
    ['is exact', (ms: number) => ms],
    ['drifts by 500 ppm', (ms: number) => ms * 1.0005],
    ['runs 5 % slow', (ms: number) => ms * 0.95],
    ['runs 20 % slow', (ms: number) => ms * 0.8],
    ['is set back in mid-stream', (ms: number) => (ms > 200_000 ? ms - 150_000 : ms)],
    ['jumps ahead by an hour every minute', (ms: number) => ms + Math.floor(ms / 60_000) * 3_600_000],
    ['stamps one picture in fifty hours off', (ms: number, index: number) => ms + (index % 50 === 17 ? 7_200_000 : 0)],
    ['stands still for a minute', (ms: number) => (ms > 120_000 && ms < 180_000 ? 120_000 : ms)],
  ] as [string, (ms: number, index: number) => number][])(
    '%s: no phantom gap, and p99 of the error under 100 ms',
    async (_title, stampAt) => {
      const { errorsMs, holesMs, pictures } = await record({ fps, stampAt, settledMs: 0 });
      expect(pictures).toBe(SECONDS * fps);
      for (const hole of holesMs) expect(Math.abs(hole)).toBeLessThanOrEqual(1);
      expect(errorsMs[Math.floor(errorsMs.length * 0.99)]).toBeLessThan(100);
    },
  );
});

it.each([5, 20, 60])(
  'a clock that stands still at %i pictures a second, which are not evenly spaced, is as exact',
  async (fps) => {
    const takenAt = (index: number) => (index * 1_000) / fps + ((index * 7_919) % 11);
    const stampAt = (ms: number) => (ms > 120_000 && ms < 180_000 ? 120_000 : ms);
    const { errorsMs, holesMs } = await record({ fps, seconds: 240, takenAt, stampAt, settledMs: 0 });
    for (const hole of holesMs) expect(Math.abs(hole)).toBeLessThanOrEqual(1);
    expect(errorsMs[Math.floor(errorsMs.length * 0.99)]).toBeLessThan(100);
  },
);

it('a camera without timestamps is dated by the intervals of its arrivals, after a minute within 100 ms', async () => {
  const { errorsMs, holesMs } = await record({ fps: 20, stampAt: () => 5_000, settledMs: 60_000 });
  for (const hole of holesMs) expect(Math.abs(hole)).toBeLessThanOrEqual(1);
  expect(errorsMs[Math.floor(errorsMs.length * 0.99)]).toBeLessThan(100);
});

describe('a camera whose clock is of no use', () => {
  const expectDated = ({ errorsMs, holesMs }: Awaited<ReturnType<typeof record>>, withinMs: number) => {
    for (const hole of holesMs) expect(Math.abs(hole)).toBeLessThanOrEqual(1);
    expect(errorsMs.at(-1)).toBeLessThan(withinMs);
  };

  it('because it runs at a tenth of the speed is dated by the arrivals after two minutes', async () => {
    expectDated(await record({ fps: 10, stampAt: (ms) => ms * 0.1, settledMs: 120_000 }), 15_000);
  });

  it('because it runs fifty times too fast is never dated in the future', async () => {
    expectDated(await record({ fps: 200, seconds: 60, stampAt: (ms) => ms * 50, settledMs: 10_000 }), 12_000);
  });

  it('because it catches up on a pause of 37 s at once is dated by the arrivals', async () => {
    const takenAt = (index: number) => (index < 370 ? index * 8 : 2_960 + (index - 370) * 100);
    const recorded = await record({
      fps: 10,
      seconds: 120,
      takenAt,
      stampAt: (_ms, index) => index * 100,
      settledMs: 10_000,
    });
    expectDated(recorded, 1_500);
  });

  it.each([2, 4, 10])(
    'because it makes up for a pause at %i times the speed is dated by the arrivals',
    async (speed) => {
      // The pictures of 30 s that it did not send before, and those of the time that this takes.
      const late = Math.round(300 / (1 - 1 / speed));
      const takenAt = (index: number) => (Math.min(index, late) / speed + Math.max(0, index - late)) * 100;
      const recorded = await record({
        fps: 10,
        seconds: 120,
        takenAt,
        stampAt: (_ms, index) => index * 100,
        settledMs: 0,
      });
      expectDated(recorded, 2_200);
    },
  );
});

/** A network that holds up everything, and then delivers it at a multiple of the speed until it has caught up. */
const heldUp =
  ({ atMs, forMs, speed }: { atMs: number; forMs: number; speed: number }) =>
  (takenMs: number) =>
    takenMs < atMs ? takenMs : Math.max(takenMs, atMs + forMs + (takenMs - atMs) / speed);

describe('pictures that a network delivers late', () => {
  const expectUnmoved = async (network: Parameters<typeof heldUp>[0], stampAt = (ms: number) => ms) => {
    const { errorsMs, holesMs } = await record({
      fps: 10,
      seconds: 180,
      arrivesAt: heldUp(network),
      stampAt,
      settledMs: 0,
    });
    for (const hole of holesMs) expect(Math.abs(hole)).toBeLessThanOrEqual(1);
    expect(errorsMs.at(-1)).toBeLessThan(1_500);
  };

  it.each([1.5, 2, 3, 4, 10])('by 15 s, then at %d times the speed, keep their time', async (speed) => {
    await expectUnmoved({ atMs: 60_000, forMs: 15_000, speed });
  });

  it('keep their time for any hold-up after the first half minute, at any speed, also of a camera whose clock is slow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          atMs: fc.integer({ min: 35_000, max: 90_000 }),
          forMs: fc.integer({ min: 1_000, max: 15_000 }),
          speed: fc.double({ min: 1.5, max: 12, noNaN: true }),
        }),
        fc.constantFrom(1, 0.95, 1.0005),
        (network, rate) => expectUnmoved(network, (ms) => ms * rate),
      ),
      { numRuns: 12 },
    );
  });
});
