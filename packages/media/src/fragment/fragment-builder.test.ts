import { describe, expect, it } from 'vitest';
import type { AccessUnit, KeyframeKind } from '../access-unit/access-unit.ts';
import { ByteArena } from '../access-unit/byte-arena.ts';
import type { PictureSetup } from '../access-unit/parameter-book.ts';
import { SlabPool } from '../access-unit/slab-pool.ts';
import { RunningDecodeTimes } from './decode-times.ts';
import { FragmentBuilder, fragmentLimits } from './fragment-builder.ts';
import type { PictureFragment } from './picture-fragment.ts';

const STEP = 4_500;
const setupOf = (shape: string) => ({ shape }) as PictureSetup;
const one = setupOf('one');

interface Shown {
  at: number;
  keyframe?: KeyframeKind;
  setup?: PictureSetup;
  bytes?: number;
}

function build(pictures: readonly Shown[], { flush = true } = {}): PictureFragment[] {
  const arena = new ByteArena(new SlabPool());
  const fragments: PictureFragment[] = [];
  const builder = new FragmentBuilder({ arena, onFragment: (fragment) => fragments.push(fragment) });
  for (const { at, keyframe, setup, bytes = 10 } of pictures) {
    const from = arena.end;
    arena.append(Buffer.alloc(bytes));
    const unit: AccessUnit = {
      from,
      to: arena.end,
      rtpTime: 0,
      arrivedMs: 0,
      keyframe,
      setup: keyframe ? (setup ?? one) : undefined,
    };
    builder.add(unit, at * STEP);
  }
  if (flush) builder.flush();
  return fragments;
}

const order = ({ startTicks, samples }: PictureFragment) => {
  let at = startTicks;
  return samples.map(({ durationTicks, offsetTicks }) => {
    const shownAt = (at + offsetTicks) / STEP;
    at += durationTicks;
    return shownAt;
  });
};
const group = (from: number, length: number): Shown[] =>
  Array.from({ length }, (_, i) => ({ at: from + i, ...(i === 0 ? { keyframe: 'closed' as const } : {}) }));

describe('fragments of pictures', () => {
  it('each start with a keyframe and are contiguous', () => {
    const fragments = build([{ at: -1 }, ...group(0, 20), ...group(20, 20)]);
    expect(
      fragments.map(({ startTicks, endTicks, start, isContinuous }) => [
        startTicks / STEP,
        endTicks / STEP,
        start,
        isContinuous,
      ]),
    ).toEqual([
      [0, 20, 'closed', false],
      [20, 40, 'closed', true],
    ]);
  });

  it('of an open group are complete once the pictures displayed before its keyframe have arrived', () => {
    const decoding: Shown[] = [
      { at: 0, keyframe: 'open' },
      { at: 3 },
      { at: 1 },
      { at: 2 },
      { at: 7, keyframe: 'open' },
      { at: 4 },
      { at: 5 },
      { at: 6 },
      { at: 8 },
    ].map((picture) => ({ ...picture, at: picture.at * 2 }) as Shown);
    const [first, second] = build(decoding);
    expect(order(first as PictureFragment)).toEqual([0, 6, 2, 4]);
    expect(first?.endTicks).toBe(8 * STEP);
    expect(order(second as PictureFragment)).toEqual([14, 8, 10, 12, 16]);
    expect(build(decoding.slice(0, 8), { flush: false })).toHaveLength(0);
    expect(build(decoding, { flush: false })).toHaveLength(1);
  });

  it('of keyframes only last a quarter of a second', () => {
    const all = Array.from({ length: 40 }, (_, at) => ({ at, keyframe: 'closed' as const }));
    expect(build(all).map(({ samples }) => samples.length)).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
  });

  it('end where the video parameters change', () => {
    const other = setupOf('other');
    const fragments = build([...group(0, 2), { at: 2, keyframe: 'closed', setup: other }, { at: 3 }]);
    expect(fragments.map(({ setup, samples }) => [setup.shape, samples.length])).toEqual([
      ['one', 2],
      ['other', 2],
    ]);
  });

  it('are split if a group is too long or too large, between pictures that are in order', () => {
    const long = build(group(0, 500));
    expect(long.map(({ start }) => start)).toEqual(['closed', 'none', 'none']);
    for (const { startTicks, endTicks } of long)
      expect(endTicks - startTicks).toBeLessThanOrEqual(fragmentLimits.ticks + STEP);
    const large = build(group(0, 40).map((picture) => ({ ...picture, bytes: 1024 * 1024 })));
    for (const { from, to } of large) expect(to - from).toBeLessThanOrEqual(fragmentLimits.bytes);
    const reordered = build(
      Array.from({ length: 400 }, (_, i) => ({
        at: i === 0 ? 0 : i % 3 === 1 ? i + 2 : i - 1,
        ...(i === 0 ? { keyframe: 'closed' as const } : {}),
      })),
    );
    expect(reordered.length).toBeGreaterThan(1);
    for (const [i, fragment] of reordered.slice(1).entries())
      expect(Math.min(...order(fragment))).toBeGreaterThan(Math.max(...order(reordered[i] as PictureFragment)));
  });
});

describe('fragments of a hostile camera', () => {
  it('never exceed their size while the leading pictures of a keyframe are awaited', () => {
    const leading = Array.from({ length: 40 }, (_, i) => ({ at: 50 - i, bytes: 3 * 1024 * 1024 }));
    const fragments = build([...group(0, 2), { at: 60, keyframe: 'open', bytes: 3 * 1024 * 1024 }, ...leading]);
    for (const { from, to } of fragments) expect(to - from).toBeLessThanOrEqual(fragmentLimits.bytes);
  });

  it('never have more pictures than the limit, though these are never in order', () => {
    const never = Array.from({ length: 3 * fragmentLimits.pictures }, (_, i) => ({ at: i / 50 + (i % 8 ? 0 : 40) }));
    const fragments = build([...group(0, 1), ...never]);
    for (const { samples } of fragments) expect(samples.length).toBeLessThanOrEqual(fragmentLimits.pictures);
    expect(fragments.length).toBeLessThan(10);
  });
});

describe('decode times computed on arrival', () => {
  const inOrderOfDecoding = [0, 4, 2, 1, 3, 8, 6, 5, 7, 12, 10, 9, 11].map((at) => at * STEP);

  it('are never after the presentation time, and increase, if the sets contain the depth', () => {
    const times = new RunningDecodeTimes({ depth: 2, intervalTicks: STEP });
    let last = Number.NEGATIVE_INFINITY;
    for (const [i, shownAt] of inOrderOfDecoding.entries()) {
      const time = times.next(shownAt, { isKeyframe: i === 0 });
      expect(time).toBeGreaterThan(last);
      expect(time).toBeLessThanOrEqual(shownAt);
      last = time;
    }
  });

  it('learn the depth if the sets do not contain it, from the next keyframe on', () => {
    const times = new RunningDecodeTimes({ depth: undefined, intervalTicks: STEP });
    for (const [i, shownAt] of inOrderOfDecoding.entries()) times.next(shownAt, { isKeyframe: i === 0 });
    times.next(13 * STEP, { isKeyframe: true });
    expect(times.depth).toBe(2);
  });
});
