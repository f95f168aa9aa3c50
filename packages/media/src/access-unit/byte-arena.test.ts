import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteArena } from './byte-arena.ts';
import { SlabPool } from './slab-pool.ts';

it('returns what was appended, for any sequence of appending, truncating and releasing, and releases all memory', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), bytes: fc.nat(200_000) }),
    fc.record({ kind: fc.constant('truncate' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ kind: fc.constant('release' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const pool = new SlabPool();
      const arena = new ByteArena(pool);
      let expected = Buffer.alloc(0);
      let from = 0;
      let seed = 0;
      for (const one of steps) {
        if (one.kind === 'append') {
          seed += 1;
          const bytes = Buffer.alloc(one.bytes, seed);
          arena.append(bytes);
          expected = Buffer.concat([expected, bytes]);
        } else {
          const at = from + Math.floor(expected.length * one.part);
          if (one.kind === 'truncate') {
            arena.truncate(at);
            expected = expected.subarray(0, at - from);
          } else {
            arena.release(at);
            expected = expected.subarray(at - from);
            from = at;
          }
        }
        expect(arena.end).toBe(from + expected.length);
        expect(Buffer.concat(arena.pieces(from, arena.end)).equals(expected)).toBe(true);
        expect(pool.inUseBytes).toBeLessThanOrEqual(expected.length + 3 * 64 * 1024);
      }
      arena.release(arena.end);
      expect(pool.inUseBytes).toBe(0);
    }),
    { numRuns: 100 },
  );
});

it('gives discarded memory back before what is in front of it, and keeps the rest', () => {
  const pool = new SlabPool({ keptFreeBytes: 0 });
  const arena = new ByteArena(pool);
  for (const fill of [1, 2, 3]) arena.append(Buffer.alloc(1_000_000, fill));
  arena.discard(1_000_000, 2_000_000);
  expect(pool.inUseBytes).toBeLessThan(2_000_000 + 4 * 64 * 1024);
  for (const fill of [1, 3]) {
    const bytes = Buffer.concat(arena.pieces((fill - 1) * 1_000_000, fill * 1_000_000));
    expect(bytes.equals(Buffer.alloc(1_000_000, fill))).toBe(true);
  }
  expect(() => arena.pieces(1_000_000, 2_000_000)).toThrow('released');
  arena.release(arena.end);
  expect(pool.inUseBytes).toBe(0);
});

it('writes a word at any position', () => {
  const arena = new ByteArena(new SlabPool());
  arena.append(Buffer.alloc(64 * 1024 - 2, 1));
  arena.appendUint32(0);
  arena.writeUint32(64 * 1024 - 2, 0xcafe1234);
  expect(Buffer.concat(arena.pieces(64 * 1024 - 2, arena.end)).readUInt32BE()).toBe(0xcafe1234);
});
