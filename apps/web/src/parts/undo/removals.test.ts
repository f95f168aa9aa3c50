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
  it('hides the row at once and is sent after the delay', async () => {
    const { done, removals, begin } = setUp();
    begin('camera 1');
    expect([removals.pending().has('camera 1'), done]).toEqual([true, []]);
    await removals.settle('camera 1');
    expect([removals.pending().has('camera 1'), done]).toEqual([false, ['camera 1']]);
  });

  it('is never sent if it is undone', async () => {
    const { done, removals, begin } = setUp();
    begin('camera 1');
    removals.undo('camera 1');
    await removals.settle('camera 1');
    expect([removals.pending().size, done]).toEqual([0, []]);
  });

  it('shows the row again with the reason if the server refuses', async () => {
    const { failures, removals, begin } = setUp();
    begin('role 1', true);
    await removals.settle('role 1');
    expect(removals.pending().size).toBe(0);
    expect(failures).toEqual([new Error('in use')]);
  });

  it('is sent once, also when the page is closed first', async () => {
    const { done, removals, begin } = setUp();
    begin('a');
    begin('b');
    void removals.settleAll();
    expect(done).toEqual(['a', 'b']);
    await removals.settle('a');
    expect(done).toEqual(['a', 'b']);
  });

  it('is completed before sign-out, without waiting for the screens', async () => {
    const { done, failures, removals, begin } = setUp(() => new Promise(() => {}));
    begin('a', true);
    begin('b');
    await removals.settleAll();
    expect([done, failures.length]).toEqual([['b'], 1]);
  });

  it('hides the row until the screens have been refreshed', async () => {
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
