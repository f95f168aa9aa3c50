import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';

it('keeps the most recently used entries within its size limit', () => {
  const use = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    size: fc.integer({ min: 0, max: 40 }),
    write: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
      const cache = createByteCache(100);
      // The slow reference implementation: a list ordered by last use.
      let list: { key: string; size: number }[] = [];
      for (const { key, size, write } of uses) {
        const known = list.find((entry) => entry.key === key);
        if (write) {
          cache.set(key, Buffer.alloc(size));
          list = [...list.filter((entry) => entry.key !== key), { key, size }];
          while (list.reduce((sum, entry) => sum + entry.size, 0) > 100) list.shift();
        } else {
          expect(cache.get(key)?.length).toBe(known?.size);
          if (known) list = [...list.filter((entry) => entry.key !== key), known];
        }
      }
    }),
  );
});

it('does not keep an entry larger than its limit', () => {
  const cache = createByteCache(10);
  cache.set('a', Buffer.alloc(4));
  cache.set('b', Buffer.alloc(11));
  expect([cache.get('a')?.length, cache.get('b')]).toEqual([4, undefined]);
});
