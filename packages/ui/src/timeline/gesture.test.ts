import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Gesture,
  type GestureEffect,
  type GestureScene,
  nextGesture,
  noGesture,
  type PointerInput,
} from './gesture.ts';
import { emptyLane } from './lane.ts';
import { layoutOf, RULER_PX } from './layout.ts';
import { spanOf, timeAt } from './time-scale.ts';

const LANE_Y = RULER_PX + 10;
const scene: GestureScene = {
  scale: { startMs: 0, endMs: 100_000, widthPx: 1_000 },
  layout: layoutOf({ lanes: 2, lanePx: 30 }),
  lanes: [{ ...emptyLane, runs: [{ startMs: 10_000, endMs: 40_000 }] }, emptyLane],
  playheadMs: 50_000,
  range: { startMs: 70_000, endMs: 80_000 },
};
type Kind = Exclude<PointerInput['kind'], 'leave'>;
const pointer = (kind: Kind, xPx: number, more: Partial<Extract<PointerInput, { kind: Kind }>> = {}): PointerInput => ({
  kind,
  xPx,
  yPx: LANE_Y,
  pointer: 1,
  isTouch: false,
  isShift: false,
  ...more,
});
const finger = (pointerId: number) => ({ pointer: pointerId, isTouch: true });

/** Everything that a sequence of inputs leads to; the view is not moved by it. */
function play(inputs: readonly PointerInput[]): { gesture: Gesture; effects: GestureEffect[] } {
  const effects: GestureEffect[] = [];
  let gesture = noGesture;
  for (const input of inputs) {
    const step = nextGesture(gesture, input, scene);
    gesture = step.gesture;
    effects.push(...step.effects);
  }
  return { gesture, effects };
}
const effectsOf = (kind: GestureEffect['kind'], inputs: readonly PointerInput[]) =>
  play(inputs).effects.filter((effect) => effect.kind === kind);

describe('a press', () => {
  it('that hardly moves seeks to the moment under it, in its lane', () =>
    expect(effectsOf('seek', [pointer('down', 250), pointer('move', 252), pointer('up', 252)])).toEqual([
      { kind: 'seek', atMs: 25_200, lane: 0 },
    ]));

  it('near the start of footage seeks to that start', () =>
    expect(effectsOf('seek', [pointer('down', 97), pointer('up', 97)])).toEqual([
      { kind: 'seek', atMs: 10_000, lane: 0 },
    ]));

  it('on the ruler seeks in no lane', () =>
    expect(effectsOf('seek', [pointer('down', 300, { yPx: 5 }), pointer('up', 300, { yPx: 5 })])).toEqual([
      { kind: 'seek', atMs: 30_000, lane: undefined },
    ]));

  it('that the browser takes away does not seek', () =>
    expect(effectsOf('seek', [pointer('down', 250), pointer('cancel', 250)])).toEqual([]));
});

describe('a drag', () => {
  it('of a lane moves the view with the pointer', () => {
    const { effects } = play([pointer('down', 300), pointer('move', 400), pointer('up', 400)]);
    expect(effects.filter(({ kind }) => kind === 'scale')).toEqual([
      { kind: 'scale', scale: { startMs: -10_000, endMs: 90_000, widthPx: 1_000 } },
    ]);
    expect(effects.some(({ kind }) => kind === 'seek')).toBe(false);
  });

  it.each([
    ['the playhead', 503, LANE_Y],
    ['the ruler', 300, 5],
  ])('of %s scrubs, within the view, and ends where it was last', (_title, xPx, yPx) => {
    const { effects } = play([
      pointer('down', xPx, { yPx }),
      pointer('move', 600, { yPx }),
      pointer('move', 1_500, { yPx }),
      pointer('up', 1_500, { yPx }),
    ]);
    expect(effects.filter(({ kind }) => kind.includes('scrub'))).toEqual([
      { kind: 'scrub', atMs: 60_000 },
      { kind: 'scrub', atMs: 100_000 },
      { kind: 'end-scrub', atMs: 100_000 },
    ]);
  });

  it.each([
    ['with Shift spans a range', pointer('down', 200, { isShift: true }), 100, { startMs: 10_000, endMs: 20_000 }],
    ['of the start of the range keeps its end', pointer('down', 700), 600, { startMs: 60_000, endMs: 80_000 }],
    ['of the end over the start turns the range', pointer('down', 800), 600, { startMs: 60_000, endMs: 70_000 }],
  ])('%s', (_title, down, toPx, range) =>
    expect(effectsOf('range', [down, pointer('move', toPx)])).toEqual([{ kind: 'range', range }]),
  );
});

describe('two fingers', () => {
  const together = [pointer('down', 480, finger(1)), pointer('down', 520, finger(2))];
  it('apart zoom in around their middle', () => {
    const last = effectsOf('scale', [...together, pointer('move', 440, finger(1)), pointer('move', 560, finger(2))]).at(
      -1,
    );
    if (last?.kind !== 'scale') throw new Error('the view did not change');
    expect(spanOf(last.scale)).toBeCloseTo(100_000 / 3);
    expect(timeAt(last.scale, 500)).toBeCloseTo(50_000);
  });

  it('in parallel move the view', () => {
    const last = effectsOf('scale', [...together, pointer('move', 580, finger(1)), pointer('move', 620, finger(2))]).at(
      -1,
    );
    if (last?.kind !== 'scale') throw new Error('the view did not change');
    expect(spanOf(last.scale)).toBeCloseTo(100_000);
    expect(timeAt(last.scale, 600)).toBeCloseTo(50_000);
  });

  it('end a scrub that the first one began', () =>
    expect(
      effectsOf('end-scrub', [
        pointer('down', 500, finger(1)),
        pointer('move', 520, finger(1)),
        pointer('down', 700, finger(2)),
      ]),
    ).toEqual([{ kind: 'end-scrub', atMs: 52_000 }]));

  it('of which one is a mouse that only passes by move nothing', () =>
    expect(play([pointer('down', 500, finger(2)), pointer('move', 540)]).effects).toEqual([]));

  it('leave one that neither moves the view nor seeks', () => {
    const { effects } = play([
      ...together,
      pointer('up', 520, finger(2)),
      pointer('move', 300, finger(1)),
      pointer('up', 300, finger(1)),
    ]);
    expect(effects.filter(({ kind }) => kind === 'scale' || kind === 'seek')).toEqual([]);
  });
});

describe('a pointer without a press', () => {
  it('shows the moment under it until it leaves', () =>
    expect(effectsOf('hover', [pointer('move', 250), { kind: 'leave' }])).toEqual([
      { kind: 'hover', pointed: { atMs: 25_000, xPx: 250, lane: 0 } },
      { kind: 'hover', pointed: undefined },
    ]));
});

describe('any sequence', () => {
  const inputs = fc.array(
    fc.oneof(
      fc.constant<PointerInput>({ kind: 'leave' }),
      fc
        .record({
          kind: fc.constantFrom<Kind>('down', 'move', 'up', 'cancel'),
          pointer: fc.integer({ min: 1, max: 3 }),
          xPx: fc.integer({ min: -50, max: 1_050 }),
          yPx: fc.integer({ min: -5, max: 120 }),
          isTouch: fc.boolean(),
          isShift: fc.boolean(),
        })
        .map((input): PointerInput => input),
    ),
    { maxLength: 40 },
  );

  it('ends every scrub exactly once, and at rest when all fingers are lifted', () => {
    fc.assert(
      fc.property(inputs, (some) => {
        const lifted = [1, 2, 3].map((pointerId) => pointer('cancel', 0, { pointer: pointerId }));
        const { gesture, effects } = play([...some, ...lifted]);
        expect(gesture).toEqual(noGesture);
        let isScrubbing = false;
        for (const { kind } of effects) {
          if (kind === 'scrub') isScrubbing = true;
          if (kind !== 'end-scrub') continue;
          expect(isScrubbing).toBe(true);
          isScrubbing = false;
        }
        expect(isScrubbing).toBe(false);
      }),
    );
  });
});
