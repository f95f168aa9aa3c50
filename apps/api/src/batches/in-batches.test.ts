import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

const fulfilled = <T>(value: T): PromiseFulfilledResult<T> => ({ status: 'fulfilled', value });

/** Work that waits until it is released, and records its batches. */
function heldWork() {
  const batches: string[][] = [];
  const release: (() => void)[] = [];
  const work = async (items: readonly string[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => release.push(resolve));
    return items.map((item) => fulfilled(`did ${item}`));
  };
  const finish = async () => {
    release.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { batches, work, finish };
}

describe('in batches', () => {
  it('starts with the first item and collects later ones for the next batch', async () => {
    const { batches, work, finish } = heldWork();
    const put = inBatches({ most: 2, work });
    const first = put('a');
    await nextTurn();
    const others = ['b', 'c', 'd'].map(put);
    await nextTurn();
    expect(batches).toEqual([['a']]);
    await finish();
    expect(await first).toBe('did a');
    await finish();
    await finish();
    expect(await Promise.all(others)).toEqual(['did b', 'did c', 'did d']);
    expect(batches).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('never has two items of one key in a batch, and keeps their order', async () => {
    const { batches, work, finish } = heldWork();
    const put = inBatches({ most: 10, keyOf: (item: string) => item.charAt(0), work });
    const all = Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map(put));
    await nextTurn();
    for (let n = 0; n < 3; n += 1) await finish();
    await all;
    expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
  });

  it('runs batches concurrently up to the limit, never two with the same key', async () => {
    const { batches, work, finish } = heldWork();
    const put = inBatches({ most: 2, atOnce: 2, keyOf: (item: string) => item.charAt(0), work });
    const all = Promise.all(['a1', 'b1', 'a2', 'c1', 'd1', 'a3'].map(put));
    await nextTurn();
    expect(batches).toEqual([
      ['a1', 'b1'],
      ['c1', 'd1'],
    ]);
    for (let n = 0; n < 4; n += 1) await finish();
    await all;
    expect(batches.slice(2)).toEqual([['a2'], ['a3']]);
  });

  it('rejects a single failed item, or all when the work throws, and continues', async () => {
    let fails = false;
    const put = inBatches<number, number>({
      most: 10,
      work: async (items) => {
        if (fails) throw new Error('away');
        return items.map((item) =>
          item === 2 ? { status: 'rejected' as const, reason: new Error('two') } : fulfilled(item * 10),
        );
      },
    });
    expect((await Promise.allSettled([1, 2, 3].map(put))).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    fails = true;
    await expect(Promise.all([put(1), put(2)])).rejects.toThrow('away');
    fails = false;
    expect(await put(4)).toBe(40);
  });
});
