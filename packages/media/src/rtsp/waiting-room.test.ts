import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWaitingRoom } from './waiting-room.ts';

function open(most: number) {
  const turnedAway: number[] = [];
  const room = createWaitingRoom<number>({ most, turnAway: (visitor) => turnedAway.push(visitor) });
  return { room, turnedAway };
}

describe('connections that have not signed in', () => {
  it('are turned away, the oldest first, when there are too many', () => {
    const { room, turnedAway } = open(3);
    for (const visitor of [1, 2, 3, 4, 5]) room.enter(visitor, 'a');
    expect(turnedAway).toEqual([1, 2]);
    expect(room.size).toBe(3);
  });

  it('make room for others when they have signed in', () => {
    const { room, turnedAway } = open(2);
    const admit = room.enter(1, 'a');
    room.enter(2, 'a');
    admit();
    admit();
    room.enter(3, 'a');
    expect(turnedAway).toEqual([]);
    room.enter(4, 'a');
    expect(turnedAway).toEqual([2]);
  });

  it('of the address with the most connections are turned away first', () => {
    const { room, turnedAway } = open(4);
    room.enter(1, 'quiet');
    for (const visitor of [2, 3, 4, 5, 6]) room.enter(visitor, 'flood');
    expect(turnedAway).toEqual([2, 3]);
  });

  it('are as many as there were, less those that left, and never more than the limit', () => {
    const steps = fc.array(fc.record({ address: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() }));
    fc.assert(
      fc.property(steps, (visits) => {
        let inside: { visitor: number; address: string; leave: () => void }[] = [];
        const room = createWaitingRoom<number>({
          most: 5,
          turnAway: (visitor) => {
            const counts = Map.groupBy(inside, ({ address }) => address);
            const gone = inside.find((one) => one.visitor === visitor);
            const own = counts.get(gone?.address ?? '') ?? [];
            // It is the oldest of an address, and no other address has more.
            expect(own[0]).toBe(gone);
            for (const others of counts.values()) expect(others.length).toBeLessThanOrEqual(own.length);
            inside = inside.filter((one) => one !== gone);
          },
        });
        visits.forEach(({ address, leaves }, visitor) => {
          if (leaves) inside.shift()?.leave();
          const entry = { visitor, address, leave: () => {} };
          inside.push(entry);
          entry.leave = room.enter(visitor, address);
          expect(room.size).toBe(inside.length);
          expect(room.size).toBeLessThanOrEqual(5);
        });
      }),
    );
  });
});
