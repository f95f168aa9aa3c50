import { describe, expect, it } from 'vitest';
import { createRemovals } from './removals.ts';

const setUp = (refresh = async () => {}) => {
  const done: string[] = [];
  const failures: unknown[] = [];
  const removals = createRemovals((err) => failures.push(err));
  const begin = (key: string, fails = false) =>
    removals.begin({
      key,
      carryOut: async () => {
        if (fails) throw new Error('in use');
        done.push(key);
      },
      refresh,
    });
  return { done, failures, removals, begin };
};

describe('a removal', () => {
  it('looks done at once and is done when its time is up', async () => {
    const { done, removals, begin } = setUp();
    begin('camera 1');
    expect([removals.pending().has('camera 1'), done]).toEqual([true, []]);
    await removals.settle('camera 1');
    expect([removals.pending().has('camera 1'), done]).toEqual([false, ['camera 1']]);
  });

  it('that is undone never happens', async () => {
    const { done, removals, begin } = setUp();
    begin('camera 1');
    removals.undo('camera 1');
    await removals.settle('camera 1');
    expect([removals.pending().size, done]).toEqual([0, []]);
  });

  it('that the server refuses comes back and says why', async () => {
    const { failures, removals, begin } = setUp();
    begin('role 1', true);
    await removals.settle('role 1');
    expect(removals.pending().size).toBe(0);
    expect(failures).toEqual([new Error('in use')]);
  });

  it('happens once, and also when the page goes away first', async () => {
    const { done, removals, begin } = setUp();
    begin('a');
    begin('b');
    void removals.settleAll();
    expect(done).toEqual(['a', 'b']);
    await removals.settle('a');
    expect(done).toEqual(['a', 'b']);
  });

  it('is waited for by whoever signs out, the screens are not', async () => {
    const { done, failures, removals, begin } = setUp(() => new Promise(() => {}));
    begin('a', true);
    begin('b');
    await removals.settleAll();
    expect([done, failures.length]).toEqual([['b'], 1]);
  });

  it('stays hidden until the screens show that it is gone', async () => {
    const shown = Promise.withResolvers<void>();
    const { removals, begin } = setUp(() => shown.promise);
    begin('a');
    const settled = removals.settle('a');
    expect(removals.pending().has('a')).toBe(true);
    shown.resolve();
    await settled;
    expect(removals.pending().has('a')).toBe(false);
  });
});
