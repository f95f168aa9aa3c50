import { describe, expect, it } from 'vitest';
import { type ClipKind, clipSeconds, clipWindow } from './clip-window.ts';
import { clipLengthMs, planClip } from './plan-clip.ts';

/** The event starts at 100; all times in seconds. */
const START = 100;
const SETTLED = 1_000;
type Footage = readonly (readonly [from: number, to: number, format?: string])[];
const WHOLE: Footage = [[0, 400]];

interface Case {
  kind?: ClipKind;
  /** Null while it is in progress. */
  end: number | null;
  preRoll?: number;
  overview?: number;
  now?: number;
  footage?: Footage;
  window: readonly [number, number];
  /** What is shown, in order. */
  shown: readonly (readonly [number, number])[];
  isFinal?: boolean;
}

const whole = (from: number, to: number) => ({ window: [from, to] as const, shown: [[from, to] as const] });

const CASES: Record<string, Case> = {
  // Short events end the clip after the post-roll.
  'a moment': { end: 100, ...whole(98, 108) },
  'half a second': { end: 100.5, ...whole(98, 108.5) },
  'a short event': { end: 105, ...whole(98, 113) },
  'an event just short enough': { end: 119.9, ...whole(98, 127.9) },
  'an event that fills the overview exactly': { end: 120, ...whole(98, 128) },
  'an event one second too long for its post-roll': { end: 121, ...whole(98, 128) },
  'a long event': { end: 300, ...whole(98, 128) },
  'an event of a day': { end: 86_500, now: 200_000, ...whole(98, 128) },
  'an end before the start counts as the start': { end: 90, ...whole(98, 108) },

  // Settings.
  'no pre-roll': { end: 105, preRoll: 0, ...whole(100, 113) },
  'the longest pre-roll': { end: 105, preRoll: 9, ...whole(91, 113) },
  'the shortest overview': { end: 300, overview: 10, ...whole(98, 108) },
  'the shortest overview of a moment': { end: 100, overview: 10, ...whole(98, 108) },
  'the shortest overview with the longest pre-roll': { end: 300, overview: 10, preRoll: 9, ...whole(91, 101) },
  'the shortest overview cuts the post-roll': { end: 103, overview: 10, preRoll: 9, ...whole(91, 101) },
  'settings changed between renders: shorter': { end: 300, overview: 20, ...whole(98, 118) },
  'settings changed between renders: earlier': { end: 300, overview: 20, preRoll: 5, ...whole(95, 115) },

  // Events that go on.
  'ongoing, just begun': {
    end: null,
    now: 101,
    ...whole(98, 128),
    footage: [[0, 101]],
    shown: [[98, 101]],
    isFinal: false,
  },
  'ongoing, in the middle': {
    end: null,
    now: 115,
    footage: [[0, 112]],
    window: [98, 128],
    shown: [[98, 112]],
    isFinal: false,
  },
  'ongoing, past its overview': { end: null, now: 500, ...whole(98, 128), isFinal: false },
  'ongoing, nothing recorded yet': {
    end: null,
    now: 100,
    footage: [[0, 90]],
    window: [98, 128],
    shown: [],
    isFinal: false,
  },
  'closed by the janitor at its last update': { end: 104, now: 2_000, ...whole(98, 112) },
  'closed by the janitor at its start': { end: 100, now: 2_000, ...whole(98, 108) },
  'a late end that is later than the janitor’s': { end: 140, now: 2_000, ...whole(98, 128) },
  'a late end that is earlier than the janitor’s': { end: 102, now: 2_000, ...whole(98, 110) },
  'ended, but its footage is still being published': {
    end: 105,
    now: 120,
    footage: [[0, 110]],
    window: [98, 113],
    shown: [[98, 110]],
    isFinal: false,
  },
  'ended and settled at this very moment': { end: 105, now: 133, ...whole(98, 113), isFinal: true },
  'a start in the future': { end: 100, now: 50, footage: [[0, 50]], window: [98, 108], shown: [], isFinal: false },

  // Gaps do not move the cut.
  'a gap at the start': { end: 105, footage: [[103, 400]], window: [98, 113], shown: [[103, 113]] },
  'a gap at the end': { end: 105, footage: [[0, 106]], window: [98, 113], shown: [[98, 106]] },
  'a gap in the middle': {
    end: 300,
    footage: [
      [0, 104],
      [110, 400],
    ],
    window: [98, 128],
    shown: [
      [98, 104],
      [110, 128],
    ],
  },
  'two gaps': {
    end: 300,
    footage: [
      [0, 100],
      [104, 108],
      [120, 400],
    ],
    window: [98, 128],
    shown: [
      [98, 100],
      [104, 108],
      [120, 128],
    ],
  },
  'gaps at both ends': { end: 300, footage: [[104, 110]], window: [98, 128], shown: [[104, 110]] },
  'a gap over the event itself': {
    end: 101,
    footage: [
      [0, 99],
      [106, 400],
    ],
    window: [98, 109],
    shown: [
      [98, 99],
      [106, 109],
    ],
  },
  'a gap that begins with the window': {
    end: 105,
    footage: [
      [0, 98],
      [104, 400],
    ],
    window: [98, 113],
    shown: [[104, 113]],
  },
  'a gap that ends with the window': {
    end: 105,
    footage: [
      [0, 110],
      [113, 400],
    ],
    window: [98, 113],
    shown: [[98, 110]],
  },
  'no footage at all': { end: 105, footage: [], window: [98, 113], shown: [] },
  'footage before and after only': {
    end: 105,
    footage: [
      [0, 90],
      [120, 400],
    ],
    window: [98, 113],
    shown: [],
  },
  'pre-roll beyond the first footage': {
    end: 105,
    preRoll: 9,
    footage: [[95, 400]],
    window: [91, 113],
    shown: [[95, 113]],
  },
  'a hole that players skip is no gap': {
    end: 105,
    footage: [
      [0, 104],
      [105, 400],
    ],
    window: [98, 113],
    shown: [[98, 113]],
  },

  // Streams and formats.
  'the format changes': {
    end: 105,
    footage: [
      [0, 104, 'a'],
      [104, 400, 'b'],
    ],
    window: [98, 113],
    shown: [
      [98, 104],
      [104, 113],
    ],
  },
  'another stream fills a gap and overlaps both sides': {
    end: 300,
    footage: [
      [0, 104, 'main'],
      [102, 112, 'sub'],
      [110, 400, 'main'],
    ],
    window: [98, 128],
    shown: [
      [98, 104],
      [104, 112],
      [112, 128],
    ],
  },
  'the format changes in a gap': {
    end: 300,
    footage: [
      [0, 104, 'a'],
      [110, 400, 'b'],
    ],
    window: [98, 128],
    shown: [
      [98, 104],
      [110, 128],
    ],
  },
  'a picture that changes its format thrice': {
    end: 300,
    footage: [
      [0, 100, 'a'],
      [100, 110, 'b'],
      [110, 120, 'a'],
      [120, 400, 'b'],
    ],
    window: [98, 128],
    shown: [
      [98, 100],
      [100, 110],
      [110, 120],
      [120, 128],
    ],
  },

  // Kinds.
  'a plate read': { kind: 'plate', end: 100, ...whole(98, 108) },
  'a plate read of a long event': { kind: 'plate', end: 160, ...whole(98, 128) },
  'an event of motion': { kind: 'motion', end: 112, ...whole(98, 120) },
  'a short bookmark': { kind: 'bookmark', end: 104, ...whole(100, 104) },
  'a bookmark of an hour': { kind: 'bookmark', end: 3_700, now: 9_000, ...whole(100, 130) },
  'a bookmark with a gap at its start': {
    kind: 'bookmark',
    end: 110,
    footage: [[103, 400]],
    window: [100, 110],
    shown: [[103, 110]],
  },
};

describe('the window of a clip', () => {
  it('has at least forty cases', () => {
    expect(Object.keys(CASES).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(CASES))('%s', (_title, given) => {
    const { kind = 'detection', end, preRoll = 2, overview = 30, now = SETTLED, footage = WHOLE } = given;
    const window = clipWindow(
      { kind, startMs: START * 1000, endMs: end === null ? null : end * 1000 },
      { preRollSeconds: preRoll, overviewSeconds: overview },
      now * 1000,
    );
    expect([window.startMs / 1000, window.endMs / 1000]).toEqual(given.window);
    expect(window.isOngoing).toBe(end === null);
    expect(window.isFinal).toBe(given.isFinal ?? true);
    const segments = footage.map(([from, to, parameterHash = 'a'], id) => ({
      id,
      startMs: from * 1000,
      durationMs: (to - from) * 1000,
      parameterHash,
    }));
    const pieces = planClip(segments, window);
    const shown = pieces.flatMap(({ stretches }) =>
      stretches.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000]),
    );
    expect(shown).toEqual(given.shown);
    expect(clipLengthMs(pieces)).toBeCloseTo(given.shown.reduce((sum, [from, to]) => sum + to - from, 0) * 1000);
  });

  it('is as long as what has happened', () => {
    const window = { startMs: 98_000, endMs: 128_000 };
    expect([90, 98, 110, 128, 500].map((now) => clipSeconds(window, now * 1000))).toEqual([0, 0, 12, 30, 30]);
  });
});
