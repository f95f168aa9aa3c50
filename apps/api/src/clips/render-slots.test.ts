import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRenderSlots } from './render-slots.ts';

const forever = new AbortController().signal;

function setUp(limits: Partial<Parameters<typeof createRenderSlots>[0]> = {}) {
  const slots = createRenderSlots({ permits: 2, mostWaiting: 4, longestWaitMs: 60_000, ...limits });
  const served: string[] = [];
  const refused: string[] = [];
  const held: (() => void)[] = [];
  const ask = (userId: string, name = userId, signal = forever) =>
    slots.acquire(userId, signal).then(
      (release) => {
        served.push(name);
        held.push(release);
      },
      (err: Error) => refused.push(`${name}: ${'code' in err ? err.code : err.message}`),
    );
  return { slots, served, refused, held, ask };
}

describe('permits for renders', () => {
  it('never give out more than there are', async () => {
    const { slots, served, held, ask } = setUp();
    for (const name of ['a', 'b', 'c']) void ask('anna', name);
    await setImmediate();
    expect([served, slots.waiting(), slots.running()]).toEqual([['a', 'b'], 1, 2]);
    held[0]?.();
    held[0]?.();
    await setImmediate();
    expect([served, slots.waiting(), slots.running()]).toEqual([['a', 'b', 'c'], 0, 2]);
  });

  it('serve another user before the second request of the first', async () => {
    const { served, held, ask } = setUp({ permits: 1 });
    for (const name of ['a1', 'a2', 'a3']) void ask('anna', name);
    void ask('ben', 'b1');
    await setImmediate();
    for (let turn = 0; turn < 3; turn += 1) {
      held[turn]?.();
      await setImmediate();
    }
    expect(served).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('refuse beyond the queue with a time to retry, but let a user with few displace one with many', async () => {
    const { slots, served, refused, ask } = setUp({ permits: 1, mostWaiting: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('anna', name);
    await setImmediate();
    expect(refused).toEqual(['a4: too-many-clips']);
    void ask('ben');
    await setImmediate();
    expect([served, refused, slots.waiting()]).toEqual([['a1'], ['a4: too-many-clips', 'a3: too-many-clips'], 2]);
  });

  it('free the place of whoever leaves or waits too long', async () => {
    const { slots, refused, ask } = setUp({ permits: 1, longestWaitMs: 1 });
    await ask('anna');
    await ask('ben');
    expect(refused).toEqual(['ben: too-many-clips']);
    const leaving = new AbortController();
    const patient = setUp({ permits: 1 });
    await patient.ask('anna');
    const asked = patient.ask('ben', 'ben', leaving.signal);
    leaving.abort(new Error('left'));
    await asked;
    expect([patient.refused, patient.slots.waiting(), slots.waiting()]).toEqual([['ben: left'], 0, 0]);
  });
});
