import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedCopy } from './bounded-copy.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('a bounded copy', () => {
  it('is equal to what is small enough', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        fc.pre(JSON.stringify(value).length < 4_000);
        expect(boundedCopy(value)).toEqual(value);
      }),
    );
  });

  it('of anything is never deeper or larger than allowed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })), (value) => {
        const copy = boundedCopy(value, { maxCharacters: 100, maxDepth: 3 });
        expect(depthOf(copy)).toBeLessThanOrEqual(4);
        // Escapes make a character up to six times as long.
        expect(JSON.stringify(copy).length).toBeLessThan(100 * 7);
      }),
    );
  });

  it('of a hundred thousand nested lists can be written as JSON', () => {
    const nested = JSON.parse(`{"id":"1","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(JSON.stringify(boundedCopy(nested))).toMatch(/^\{"id":"1","x":\[+\]+\}$/);
  });

  it('keeps what fits beside what does not', () =>
    expect(boundedCopy({ a: 1, huge: 'x'.repeat(1_000_000), b: 'small' })).toEqual({ a: 1, b: 'small' }));
});
