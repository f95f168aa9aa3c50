import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chaseEdge, trimBefore } from './live-edge.ts';

const at = (positionS: number, startS = 0, endS = 100) => chaseEdge({ positionS, startS, endS });

describe('following the live edge', () => {
  it('plays at normal speed while close to the edge', () => expect(at(99.6)).toEqual({ kind: 'play', rate: 1 }));

  it('speeds up in proportion to the lag', () => {
    const rates = [99.2, 98.7, 98.1].map((positionS) => at(positionS)).map((move) => ('rate' in move ? move.rate : 0));
    expect(rates).toEqual([...rates].sort());
    for (const rate of rates) expect(rate > 1.01 && rate <= 1.15).toBe(true);
  });

  it('jumps when more than two seconds behind', () => expect(at(97.9)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('jumps to the edge of a stream that started long ago', () =>
    expect(at(0, 95)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('waits at the end for more media instead of replaying', () => {
    for (const positionS of [100, 100.01, 100.4, 101]) expect(at(positionS)).toEqual({ kind: 'play', rate: 1 });
  });

  it('jumps back from far beyond the end', () => expect(at(101.5)).toEqual({ kind: 'jump', toS: 99.65 }));

  it('never jumps outside the buffered range', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }), (s, l) => {
        const move = chaseEdge({ positionS: s - 50, startS: s, endS: s + l });
        expect(move.kind === 'jump' && move.toS >= s && move.toS <= s + l).toBe(true);
      }),
    );
  });

  it('trims played media, but nothing that is still to be played', () => {
    expect(trimBefore({ positionS: 11, startS: 0, endS: 12 })).toBeUndefined();
    expect(trimBefore({ positionS: 30, startS: 0, endS: 31 })).toBe(24);
  });
});
