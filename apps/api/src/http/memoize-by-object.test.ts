import { describe, expect, it } from 'vitest';
import { memoizeByObject } from './memoize-by-object.ts';

describe('a value that is computed once for each object', () => {
  it('is computed again only for another object, however equal', () => {
    let calls = 0;
    const count = memoizeByObject((_from: { name: string }) => {
      calls += 1;
      return calls === 1 ? undefined : calls;
    });
    const [one, other] = [{ name: 'a' }, { name: 'a' }];
    expect([count(one), count(one), count(other), count(one), count(other)]).toEqual([
      undefined,
      undefined,
      2,
      undefined,
      2,
    ]);
  });

  it('is computed again after a failure', () => {
    let isBroken = true;
    const read = memoizeByObject((_from: object) => {
      if (isBroken) throw new Error('broken');
      return 'read';
    });
    const key = {};
    expect(() => read(key)).toThrow('broken');
    isBroken = false;
    expect(read(key)).toBe('read');
  });
});
