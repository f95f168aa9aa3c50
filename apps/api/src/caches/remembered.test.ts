import { describe, expect, it } from 'vitest';
import { remembered } from './remembered.ts';

function setUp(forMs: number) {
  let nowMs = 0;
  let asked = 0;
  let fails = false;
  const read = remembered(forMs, { now: () => nowMs }, async () => {
    asked += 1;
    if (fails) throw new Error('away');
    return asked;
  });
  return {
    read,
    asked: () => asked,
    at: (ms: number) => {
      nowMs = ms;
    },
    fail: (now: boolean) => {
      fails = now;
    },
  };
}

describe('a remembered answer', () => {
  it('serves all callers until it expires, and is then fetched again', async () => {
    const { read, asked, at } = setUp(1_000);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    at(999);
    expect(await read()).toBe(1);
    at(1_000);
    expect([await read(), asked()]).toEqual([2, 2]);
  });

  it('is not kept after a failure, nor when the clock was set back', async () => {
    const { read, at, fail } = setUp(1_000);
    fail(true);
    await expect(read()).rejects.toThrow('away');
    fail(false);
    at(5_000);
    expect(await read()).toBe(2);
    at(0);
    expect(await read()).toBe(3);
  });
});
