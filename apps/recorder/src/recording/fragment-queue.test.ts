import { SlabPool } from '@holdfast/media';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimedFragment } from '../segments/timed-fragment.ts';
import { madeCamera } from '../testing/made-fragments.ts';
import { defaultQueueLimits, FragmentQueue, type QueuedFragment } from './fragment-queue.ts';
import { type FootageSpan, keepEverything, type RecordingGate } from './recording-gate.ts';

const MIB = 1024 * 1024;
const never = new AbortController().signal;

interface ManualGate extends RecordingGate {
  /** Keeps everything from this time on, including held footage. */
  open(fromMs: number): void;
  /** Holds everything after this time again. */
  stop(untilMs: number): void;
}

/** A gate that the test opens and closes. Holds the last `preMs` while it is closed. */
function manualGate({ preMs, nowMs }: { preMs: () => number; nowMs: () => number }): ManualGate {
  const listeners = new Set<() => void>();
  let kept: FootageSpan[] = [];
  let openFromMs: number | undefined;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    judge({ startMs, endMs }) {
      if (openFromMs !== undefined && endMs > openFromMs) return 'keep';
      if (kept.some((range) => startMs < range.endMs && endMs > range.startMs)) return 'keep';
      const heldFromMs = nowMs() - preMs();
      kept = kept.filter((range) => range.endMs > heldFromMs);
      return endMs > heldFromMs ? 'hold' : 'drop';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(fromMs) {
      openFromMs = Math.min(fromMs, openFromMs ?? fromMs);
      changed();
    },
    stop(untilMs) {
      if (openFromMs === undefined) return;
      kept.push({ startMs: openFromMs, endMs: untilMs });
      openFromMs = undefined;
      changed();
    },
  };
}

function stage({
  gate = keepEverything,
  limits = defaultQueueLimits,
}: {
  gate?: RecordingGate;
  limits?: typeof defaultQueueLimits;
} = {}) {
  const pool = new SlabPool({ keptFreeBytes: 0 });
  const camera = madeCamera({ pool, startMs: 0 });
  let lost = 0;
  const queue = new FragmentQueue({
    gate,
    pool,
    limits,
    onLost: (count) => {
      lost += count;
    },
  });
  let atMs = 0;
  const push = (fragment: TimedFragment, ms = 1_000): FootageSpan => {
    const span = { startMs: atMs, endMs: atMs + ms };
    atMs += ms;
    queue.push(fragment, span);
    return span;
  };
  return { pool, camera, queue, push, lost: () => lost };
}

/** Writes everything that is due now. */
async function drain(queue: FragmentQueue): Promise<QueuedFragment[]> {
  const taken: QueuedFragment[] = [];
  for (;;) {
    const giveUp = new AbortController();
    const next = queue.next(giveUp.signal);
    setImmediate(() => giveUp.abort());
    const one = await next;
    if (one === undefined) return taken;
    queue.done(one, { written: true });
    taken.push(one);
  }
}

describe('fragments between camera and disk', () => {
  it('are returned in order, and their memory is released', async () => {
    const { queue, camera, push, pool } = stage();
    const spans = [1, 2, 3].map(() => push(camera.fragment({ ms: 1_000, bytes: 100_000 })));
    expect((await drain(queue)).map(({ span }) => span)).toEqual(spans);
    expect([queue.bytes, pool.inUseBytes]).toEqual([0, 0]);
  });

  it('are returned again after a failed write', async () => {
    const { queue, camera, push } = stage();
    push(camera.fragment({ ms: 1_000 }));
    const first = (await queue.next(never)) as QueuedFragment;
    queue.putBack(first);
    expect(await queue.next(never)).toBe(first);
  });

  it('never use more memory than the limit while a disk accepts nothing, and are marked as discontinuous after a loss', async () => {
    const limits = { ...defaultQueueLimits, maxBytes: 4 * MIB };
    const { queue, camera, push, lost, pool } = stage({ limits });
    for (let i = 0; i < 20; i += 1) push(camera.fragment({ ms: 1_000, bytes: MIB }));
    expect(queue.bytes).toBeLessThanOrEqual(limits.maxBytes);
    expect(pool.inUseBytes).toBeLessThanOrEqual(limits.maxBytes + MIB);
    expect(lost()).toBe(16);
    const [next] = await drain(queue);
    expect(next?.fragment.picture.isContinuous).toBe(false);
  });

  it.each([
    ['the same connection', 1],
    ['many connections', 20],
  ])(
    'of %s never use more memory than the limit while a write hangs, and release all when it returns',
    async (_title, connections) => {
      const limits = { ...defaultQueueLimits, maxBytes: 4 * MIB };
      const { queue, camera, push, lost, pool } = stage({ limits });
      push(camera.fragment({ ms: 1_000, bytes: MIB }));
      const hanging = (await queue.next(never)) as QueuedFragment;
      const cameras = Array.from({ length: connections }, (_, i) =>
        i === 0 ? camera : madeCamera({ pool, startMs: 0 }),
      );
      for (const one of cameras)
        for (let i = 0; i < 60 / connections; i += 1) push(one.fragment({ ms: 1_000, bytes: MIB - 1_000 }));
      expect(queue.bytes).toBeLessThanOrEqual(limits.maxBytes);
      expect(pool.inUseBytes).toBeLessThanOrEqual(limits.maxBytes + MIB);
      expect(lost()).toBe(57);
      queue.done(hanging, { written: true });
      const rest = await drain(queue);
      expect(rest.map(({ fragment }) => fragment.picture.isContinuous).slice(0, 1)).toEqual([false]);
      expect(rest).toHaveLength(3);
      expect([queue.bytes, pool.inUseBytes]).toEqual([0, 0]);
    },
  );

  it('are not dropped for want of memory that streams of a hanging disk use', async () => {
    const pool = new SlabPool({ keptFreeBytes: 0 });
    const limits = { ...defaultQueueLimits, allBytes: 6 * MIB };
    let lost = 0;
    const stream = (onLost: (count: number) => void) => ({
      camera: madeCamera({ pool, startMs: 0 }),
      queue: new FragmentQueue({ gate: keepEverything, pool, limits, onLost }),
    });
    const hanging = Array.from({ length: 8 }, () => stream(() => {}));
    const healthy = stream((count) => {
      lost += count;
    });
    for (let i = 0; i < 5; i += 1) {
      const span = { startMs: i, endMs: i + 1 };
      for (const { camera, queue } of hanging) queue.push(camera.fragment({ ms: 1_000, bytes: MIB }), span);
      healthy.queue.push(healthy.camera.fragment({ ms: 1_000, bytes: MIB }), span);
      expect(await drain(healthy.queue)).toHaveLength(1);
    }
    expect(lost).toBe(0);
    expect(pool.inUseBytes).toBeLessThanOrEqual(8 * MIB + MIB);
  });

  it('share one limit with those of all other streams', () => {
    const pool = new SlabPool({ keptFreeBytes: 0 });
    const limits = { ...defaultQueueLimits, allBytes: 6 * MIB };
    let lost = 0;
    const onLost = (count: number) => {
      lost += count;
    };
    const queues = [1, 2, 3].map(() => ({
      camera: madeCamera({ pool, startMs: 0 }),
      queue: new FragmentQueue({ gate: keepEverything, pool, limits, onLost }),
    }));
    for (let i = 0; i < 10; i += 1)
      for (const { camera, queue } of queues)
        queue.push(camera.fragment({ ms: 1_000, bytes: MIB }), { startMs: i, endMs: i + 1 });
    expect(pool.inUseBytes).toBeLessThanOrEqual(limits.allBytes + MIB);
    expect(lost).toBeGreaterThan(20);
  });
});

describe('a gate that opens and closes', () => {
  const preMs = 5_000;

  it('keeps its ranges and the time before them, and nothing else is written', async () => {
    let nowMs = 0;
    const gate = manualGate({ preMs: () => preMs, nowMs: () => nowMs });
    const { queue, camera, push } = stage({ gate });
    gate.onChange(() => queue.judge());
    const written: FootageSpan[] = [];
    for (let second = 0; second < 40; second += 1) {
      nowMs = (second + 1) * 1_000;
      push(camera.fragment({ ms: 1_000 }));
      if (second === 19) gate.open(nowMs - preMs);
      if (second === 24) gate.stop(nowMs + 3_000);
      written.push(...(await drain(queue)).map(({ span }) => span));
    }
    expect(written.map(({ startMs }) => startMs / 1_000)).toEqual(Array.from({ length: 13 }, (_, i) => 15 + i));
    expect(queue.bytes).toBeLessThanOrEqual(6_000);
  });

  it('spills held footage to the disk when memory is short, without loss', async () => {
    const gate = manualGate({ preMs: () => 60_000, nowMs: () => 0 });
    const limits = { ...defaultQueueLimits, spillBytes: 3 * MIB };
    const { queue, camera, push, lost } = stage({ gate, limits });
    const taken: QueuedFragment[] = [];
    for (let i = 0; i < 10; i += 1) {
      push(camera.fragment({ ms: 1_000, bytes: MIB }));
      taken.push(...(await drain(queue)));
    }
    expect(taken.map(({ verdict }) => verdict)).toEqual(taken.map(() => 'hold'));
    expect(taken.length).toBe(7);
    expect(lost()).toBe(0);
    gate.open(0);
    queue.judge();
    expect((await drain(queue)).map(({ verdict }) => verdict)).toEqual(['keep', 'keep', 'keep']);
  });

  it('never loses footage that it was opened for, whatever the order of events', async () => {
    const event = fc.constantFrom('fragment', 'fragment', 'fragment', 'open', 'stop');
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 80 }), async (events) => {
        let nowMs = 0;
        const gate = manualGate({ preMs: () => preMs, nowMs: () => nowMs });
        const { queue, camera, push } = stage({ gate });
        gate.onChange(() => queue.judge());
        const wanted: FootageSpan[] = [];
        const made: FootageSpan[] = [];
        const written: number[] = [];
        let openedMs: number | undefined;
        for (const one of events) {
          if (one === 'fragment') {
            nowMs += 1_000;
            made.push(push(camera.fragment({ ms: 1_000 })));
          } else if (one === 'open' && openedMs === undefined) {
            openedMs = nowMs - preMs;
            gate.open(openedMs);
          } else if (one === 'stop' && openedMs !== undefined) {
            wanted.push({ startMs: openedMs, endMs: nowMs + 2_000 });
            gate.stop(nowMs + 2_000);
            openedMs = undefined;
          }
          written.push(...(await drain(queue)).map(({ span }) => span.startMs));
        }
        if (openedMs !== undefined) wanted.push({ startMs: openedMs, endMs: Number.POSITIVE_INFINITY });
        for (const { startMs, endMs } of made)
          if (wanted.some((range) => startMs < range.endMs && endMs > range.startMs))
            expect(written).toContain(startMs);
        expect(new Set(written).size).toBe(written.length);
        expect(written).toEqual(written.toSorted((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });
});
