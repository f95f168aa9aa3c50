import { describe, expect, it } from 'vitest';
import { createSpoolHolds } from './spool-holds.ts';

const ref = { cameraId: 'gate', stream: 'main' } as const;
const never = new AbortController().signal;

describe('the spool of a stream on a disk', () => {
  it('has one holder at a time, in order of arrival', async () => {
    const holds = createSpoolHolds();
    const first = holds.takeFree('/disk', ref);
    expect(holds.takeFree('/disk', ref)).toBeUndefined();
    const order: string[] = [];
    const second = holds.take('/disk', ref, never).then((hold) => {
      order.push('second');
      return hold;
    });
    const third = holds.take('/disk', ref, never).then((hold) => {
      order.push('third');
      return hold;
    });
    expect(first?.isAwaited()).toBe(true);
    expect(order).toEqual([]);
    first?.release();
    first?.release();
    (await second)?.release();
    expect((await third)?.isAwaited()).toBe(false);
    expect(order).toEqual(['second', 'third']);
    (await third)?.release();
    expect(holds.takeFree('/disk', ref)).toBeDefined();
  });

  it('is separate for each disk and each stream', () => {
    const holds = createSpoolHolds();
    expect(holds.takeFree('/disk', ref)).toBeDefined();
    expect(holds.takeFree('/share', ref)).toBeDefined();
    expect(holds.takeFree('/disk', { ...ref, stream: 'sub' })).toBeDefined();
  });

  it('is not held by a waiter that gave up', async () => {
    const holds = createSpoolHolds();
    const first = holds.takeFree('/disk', ref);
    const leaving = new AbortController();
    const second = holds.take('/disk', ref, leaving.signal);
    leaving.abort();
    expect(await second).toBeUndefined();
    expect(first?.isAwaited()).toBe(false);
    first?.release();
    expect(await holds.take('/disk', ref, leaving.signal)).toBeUndefined();
    expect(holds.takeFree('/disk', ref)).toBeDefined();
  });
});
