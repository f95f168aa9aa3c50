import { describe, expect, it } from 'vitest';
import { onceForEach } from './once-for-each.ts';

describe('a value derived once for each object', () => {
  it('is derived again only for another object, however equal', () => {
    let calls = 0;
    const count = onceForEach((_from: { name: string }) => {
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

  it('is asked for again after a failure', () => {
    let isBroken = true;
    const read = onceForEach((_from: object) => {
      if (isBroken) throw new Error('broken');
      return 'read';
    });
    const key = {};
    expect(() => read(key)).toThrow('broken');
    isBroken = false;
    expect(read(key)).toBe('read');
  });
});
