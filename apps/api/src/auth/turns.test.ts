import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  it('come one at a time and in order, failures included', async () => {
    const turns = createTurns(10);
    const seen: string[] = [];
    let busy = 0;
    const work = (name: string) => async () => {
      busy += 1;
      expect(busy).toBe(1);
      await Promise.resolve();
      seen.push(name);
      busy -= 1;
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns('key', work(name))));
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('of other keys do not wait', async () => {
    const turns = createTurns(10);
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = turns('a', () => promise);
    expect(await turns('b', async () => 'done')).toBe('done');
    resolve();
    await held;
  });

  it('are refused while the queue is full', async () => {
    const turns = createTurns(2);
    const first = turns('a', async () => 1);
    const second = turns('a', async () => 2);
    expect(turns('a', async () => 3)).toBeUndefined();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await turns('a', async () => 4)).toBe(4);
  });
});
