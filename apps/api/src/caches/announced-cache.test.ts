import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnnouncedCache } from './announced-cache.ts';

const FOR_MS = 100;

function setUp(most = 3) {
  let [nowMs, loads] = [0, 0];
  const cache = createAnnouncedCache<number>({ most, forMs: FOR_MS, nowMs: () => nowMs });
  const load = (key = 'a') =>
    cache.load(key, async () => {
      loads += 1;
      return loads;
    });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { cache, load, pass };
}

describe('an announced cache', () => {
  it('keeps nothing before it listens, nor after', async () => {
    const { cache, load } = setUp();
    expect([await load(), await load()]).toEqual([1, 2]);
    cache.setListening(true);
    expect([await load(), await load()]).toEqual([3, 3]);
    cache.setListening(false);
    expect([await load(), await load()]).toEqual([4, 5]);
  });

  it('forgets at a change and after its time', async () => {
    const { cache, load, pass } = setUp();
    cache.setListening(true);
    expect(await load()).toBe(1);
    pass(FOR_MS - 1);
    expect(await load()).toBe(1);
    pass(1);
    expect(await load()).toBe(2);
    cache.forget();
    expect(await load()).toBe(3);
  });

  it('does not keep what was loading while something changed', async () => {
    const { cache, load } = setUp();
    cache.setListening(true);
    const loading = load();
    cache.forget();
    expect(await loading).toBe(1);
    expect(await load()).toBe(2);
  });

  it('keeps neither a failure nor what does not last', async () => {
    const { cache, load } = setUp();
    cache.setListening(true);
    await expect(cache.load('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await cache.load(
      'a',
      async () => 99,
      (value) => value < 99,
    );
    expect(await load()).toBe(1);
  });

  it('never returns a value of before the last change, and never keeps more than allowed', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('load' as const), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
      fc.constant({ kind: 'change' as const }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * FOR_MS }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let [nowMs, version] = [0, 0];
        const most = 2;
        const cache = createAnnouncedCache<{ version: number; atMs: number }>({
          most,
          forMs: FOR_MS,
          nowMs: () => nowMs,
        });
        cache.setListening(true);
        for (const one of steps) {
          if (one.kind === 'pass') nowMs += one.ms;
          else if (one.kind === 'change') {
            version += 1;
            cache.forget();
          } else {
            const value = await cache.load(one.key, async () => ({ version, atMs: nowMs }));
            expect(value.version).toBe(version);
            expect(nowMs - value.atMs).toBeLessThan(FOR_MS);
          }
        }
        // Asked in the order of their age, kept ones are those that were asked for last.
        let misses = 0;
        for (const key of ['v', 'w', 'x', 'y', 'z', 'v', 'w', 'x', 'y', 'z'])
          await cache.load(key, async () => {
            misses += 1;
            return { version, atMs: nowMs };
          });
        expect(misses).toBe(10);
      }),
      { numRuns: 100 },
    );
  });
});
