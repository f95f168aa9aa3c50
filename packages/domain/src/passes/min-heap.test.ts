import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MinHeap } from './min-heap.ts';

it('returns the items in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const heap = new MinHeap<number>((a, b) => a - b);
      for (const item of items) heap.push(item);
      expect(items.map(() => heap.pop())).toEqual([...items].sort((a, b) => a - b));
      expect(heap.pop()).toBeUndefined();
    }),
  );
});
