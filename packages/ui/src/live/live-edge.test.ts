import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chaseEdge, trimBefore } from './live-edge.ts';

const at = (positionS: number, startS = 0, endS = 100) => chaseEdge({ positionS, startS, endS });

describe('staying with the present', () => {
  it('plays at its own pace while close', () => expect(at(99.6)).toEqual({ kind: 'play', rate: 1 }));

  it('hurries a little when a little behind, more when more', () => {
    const rates = [99.2, 98.7, 98.1].map((positionS) => at(positionS)).map((move) => ('rate' in move ? move.rate : 0));
    expect(rates).toEqual([...rates].sort());
    for (const rate of rates) expect(rate > 1.01 && rate <= 1.15).toBe(true);
  });

  it('jumps when more than two seconds behind', () => expect(at(97.9)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('jumps into a stream that began long before', () => expect(at(0, 95)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('waits at the end for more instead of replaying what was shown', () => {
    for (const positionS of [100, 100.01, 100.4, 101]) expect(at(positionS)).toEqual({ kind: 'play', rate: 1 });
  });

  it('jumps back from far beyond the end', () => expect(at(101.5)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('never leaves what there is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }), (s, l) => {
        const move = chaseEdge({ positionS: s - 50, startS: s, endS: s + l });
        expect(move.kind === 'jump' && move.toS >= s && move.toS <= s + l).toBe(true);
      }),
    );
  });

  it('forgets what was played, but not what is about to be', () => {
    expect(trimBefore({ positionS: 11, startS: 0, endS: 12 })).toBeUndefined();
    expect(trimBefore({ positionS: 30, startS: 0, endS: 31 })).toBe(24);
  });
});
