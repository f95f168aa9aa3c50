import { describe, expect, it } from 'vitest';
import { createPermits } from './permits.ts';

describe('permits', () => {
  it('admit a limited number at once, and the others in order', async () => {
    const permits = createPermits(2);
    const order: number[] = [];
    const enter = async (id: number) => {
      const release = await permits.acquire();
      order.push(id);
      return release;
    };
    const [first, second] = [await enter(1), await enter(2)];
    const third = enter(3);
    const fourth = enter(4);
    expect([order, permits.waiting()]).toEqual([[1, 2], 2]);
    second();
    (await third)();
    (await fourth)();
    first();
    expect(order).toEqual([1, 2, 3, 4]);
    expect(permits.waiting()).toBe(0);
  });

  it('are returned once, even if released twice', async () => {
    const permits = createPermits(1);
    const release = await permits.acquire();
    release();
    release();
    await permits.acquire();
    const late = permits.acquire();
    expect(permits.waiting()).toBe(1);
    void late;
  });

  it('skip a caller who left the queue', async () => {
    const permits = createPermits(1);
    const release = await permits.acquire();
    const left = new AbortController();
    const leaver = permits.acquire(left.signal);
    const next = permits.acquire();
    left.abort(new Error('gone'));
    await expect(leaver).rejects.toThrow('gone');
    release();
    (await next)();
    expect(permits.waiting()).toBe(0);
  });
});
