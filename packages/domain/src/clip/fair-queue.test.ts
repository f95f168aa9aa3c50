import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitWaiter, nextWaiter, type Waiter } from './fair-queue.ts';

const waiters = (users: string): Waiter[] => [...users].map((userId, id) => ({ id, userId }));
const none = new Map<string, number>();

describe('the next waiter', () => {
  it('serves in order while all have the same', () => {
    expect(nextWaiter({ waiting: waiters('aab'), running: none, servedAt: none })?.id).toBe(0);
    expect(nextWaiter({ waiting: [], running: none, servedAt: none })).toBeUndefined();
  });

  it('prefers the user with the fewest permits', () => {
    expect(nextWaiter({ waiting: waiters('aaab'), running: new Map([['a', 1]]), servedAt: none })?.id).toBe(3);
  });

  it('prefers the user who was served longest ago', () => {
    const servedAt = new Map([
      ['a', 7],
      ['b', 3],
    ]);
    expect(nextWaiter({ waiting: waiters('aab'), running: none, servedAt })?.id).toBe(2);
    expect(nextWaiter({ waiting: waiters('abc'), running: none, servedAt })?.id).toBe(2);
  });

  it('serves everybody equally often while all are waiting, whatever the order of their requests', () => {
    const queue = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(queue, (users) => {
        let waiting: readonly Waiter[] = users.map((userId, id) => ({ id, userId }));
        const total = Map.groupBy(users, (user) => user);
        const servedAt = new Map<string, number>();
        const served = new Map<string, number>();
        for (let turn = 0; waiting.length > 0; turn += 1) {
          const next = nextWaiter({ waiting, running: none, servedAt });
          if (!next) throw new Error('a user waits and none is served');
          // Of one user, the oldest first.
          expect(waiting.find(({ userId }) => userId === next.userId)).toBe(next);
          waiting = waiting.filter((waiter) => waiter !== next);
          servedAt.set(next.userId, turn);
          served.set(next.userId, (served.get(next.userId) ?? 0) + 1);
          for (const [user, all] of total)
            if ((served.get(user) ?? 0) < all.length)
              expect((served.get(next.userId) ?? 0) - (served.get(user) ?? 0)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('admission to the queue', () => {
  it.each([
    ['an empty queue', '', 'a', 3, { kind: 'enter' }],
    ['a queue with room', 'ab', 'a', 3, { kind: 'enter' }],
    ['a full queue of one’s own', 'aaa', 'a', 3, { kind: 'refuse' }],
    ['a full queue of another', 'aaa', 'b', 3, { kind: 'displace', waiter: { id: 2, userId: 'a' } }],
    ['a full queue, shared fairly', 'aab', 'b', 3, { kind: 'refuse' }],
    ['a full queue of three', 'aabbc', 'c', 5, { kind: 'refuse' }],
    [
      'a full queue, the newest of the greediest',
      'babab',
      'c',
      5,
      { kind: 'displace', waiter: { id: 4, userId: 'b' } },
    ],
  ])('%s', (_title, users, userId, most, expected) => {
    expect(admitWaiter(waiters(users), userId, most)).toEqual(expected);
  });

  it('keeps the bound, and no user can keep a newcomer out by filling the queue', () => {
    const arrivals = fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c'), { maxLength: 80 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 4, max: 12 }), (users, most) => {
        let waiting: Waiter[] = [];
        users.forEach((userId, id) => {
          const isNew = !waiting.some((waiter) => waiter.userId === userId);
          const admission = admitWaiter(waiting, userId, most);
          if (admission.kind === 'displace') waiting = waiting.filter(({ id: known }) => known !== admission.waiter.id);
          if (admission.kind !== 'refuse') waiting.push({ id, userId });
          expect(waiting.length).toBeLessThanOrEqual(most);
          if (isNew) expect(admission.kind).not.toBe('refuse');
        });
      }),
    );
  });
});
