import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FragmentTimes, judgeFragment, showsMotion } from './fragment-verdict.ts';
import { type TimedInput, wantedAt } from './motion.oracle.ts';
import type { WatchingSource } from './motion-source.ts';
import { LATE_SIGNAL_MS, type MotionInput, type MotionSettings, startMotion, stepMotion } from './motion-state.ts';

const START = 1_800_000_000_000;
const watching: WatchingSource[] = ['pixel', 'detector', 'hub', 'camera'];

const anySettings: fc.Arbitrary<MotionSettings> = fc.record({
  preMs: fc.integer({ min: 0, max: 8_000 }),
  postMs: fc.integer({ min: 0, max: 12_000 }),
  enabled: fc.subarray(watching, { minLength: 1 }),
});
const anySource = fc.constantFrom(...watching);
const anyKey = fc.constantFrom('a', 'b');
const lateMs = fc.integer({ min: 0, max: LATE_SIGNAL_MS - 1 });

interface Step {
  afterMs: number;
  make: (atMs: number) => MotionInput;
}
const anyInput: fc.Arbitrary<(atMs: number) => MotionInput> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ source: anySource, key: anyKey, late: fc.option(lateMs) }).map(
      ({ source, key, late }) =>
        (atMs: number): MotionInput => ({ kind: 'start', source, key, ...(late !== null && { fromMs: atMs - late }) }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ source: anySource, key: anyKey }).map(
      ({ source, key }) =>
        (): MotionInput => ({ kind: 'stop', source, key }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({ source: anySource, active: fc.subarray(['a', 'b']) }).map(
      ({ source, active }) =>
        (): MotionInput => ({ kind: 'able', source, active }),
    ),
  },
  { weight: 2, arbitrary: anySource.map((source) => (): MotionInput => ({ kind: 'unable', source, reason: 'gone' })) },
  {
    weight: 1,
    arbitrary: fc.record({ key: anyKey, pre: lateMs, forMs: fc.integer({ min: 1_000, max: 9_000 }) }).map(
      ({ key, pre, forMs }) =>
        (atMs: number): MotionInput => ({ kind: 'record', key, fromMs: atMs - pre, untilMs: atMs + forMs }),
    ),
  },
);
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ afterMs: fc.integer({ min: 1, max: 25_000 }), make: anyInput }),
  { maxLength: 25 },
);

const GRID_MS = 250;
const grid: number[] = Array.from({ length: 4_000 }, (_, i) => START + i * GRID_MS);
const instants = (untilMs: number) => grid.slice(0, Math.max(0, Math.ceil((untilMs - START) / GRID_MS)));

const between = (startMs: number, endMs: number) =>
  grid.slice(Math.max(0, Math.ceil((startMs - START) / GRID_MS)), Math.max(0, Math.ceil((endMs - START) / GRID_MS)));

/** Every instant within the pre- or post-roll of a wanted one. */
function around(wanted: readonly number[], preMs: number, postMs: number): Set<number> {
  const found = new Set<number>();
  for (const wantedMs of wanted) {
    const first = START + Math.max(0, Math.ceil((wantedMs - preMs - START) / GRID_MS)) * GRID_MS;
    for (let tMs = first; tMs <= wantedMs + postMs; tMs += GRID_MS) found.add(tMs);
  }
  return found;
}

/** Passes fragments through a ring as the recorder does, and returns those that were written. */
function record(
  inputs: readonly TimedInput[],
  settings: MotionSettings,
  { fragmentMs, untilMs }: { fragmentMs: number; untilMs: number },
) {
  let state = startMotion(settings, START);
  const written: FragmentTimes[] = [];
  let ring: FragmentTimes[] = [];
  let reported = false;
  const judge = () => {
    ring = ring.filter((fragment) => {
      const verdict = judgeFragment(state, fragment);
      if (verdict === 'keep') written.push(fragment);
      return verdict === 'wait';
    });
  };
  const pending = [...inputs];
  for (let endMs = START + fragmentMs; endMs <= untilMs + 30_000; endMs += fragmentMs) {
    while (pending[0] && pending[0].atMs <= endMs) {
      const { atMs, input } = pending.shift() as TimedInput;
      state = stepMotion(state, input, atMs);
      judge();
    }
    state = stepMotion(state, { kind: 'tick' }, endMs);
    ring.push({ startMs: endMs - fragmentMs, endMs });
    judge();
    reported ||= ring.length * fragmentMs > settings.preMs + LATE_SIGNAL_MS + 2 * fragmentMs;
  }
  return { written, ringGrew: reported };
}

describe('the combination of motion sources', () => {
  it('keeps every instant that a source wants and no idle one, for any sequence of signals and failures', () => {
    fc.assert(
      fc.property(anySettings, anySteps, fc.integer({ min: 250, max: 2_000 }), (settings, steps, fragmentMs) => {
        let atMs = START;
        const inputs: TimedInput[] = steps.map(({ afterMs, make }) => {
          atMs += afterMs;
          return { atMs, input: make(atMs) };
        });
        const { written, ringGrew } = record(inputs, settings, { fragmentMs, untilMs: atMs });
        expect(ringGrew).toBe(false);
        const untilMs = atMs + 10_000;
        // A fragment is written as a whole, and the instants are a quarter of a second apart.
        const slackMs = fragmentMs + 300;
        const wanted = instants(untilMs + settings.preMs + slackMs).filter((tMs) =>
          wantedAt(inputs, settings, START, tMs),
        );
        const must = around(wanted, settings.preMs, settings.postMs);
        const may = around(wanted, settings.preMs + slackMs, settings.postMs + slackMs);
        const isWritten = new Set(written.flatMap(({ startMs, endMs }) => between(startMs, endMs)));
        const since = (tMs: number) => tMs - START;
        expect({
          missing: instants(untilMs)
            .filter((tMs) => must.has(tMs) && !isWritten.has(tMs))
            .map(since),
          idle: instants(untilMs)
            .filter((tMs) => !may.has(tMs) && isWritten.has(tMs))
            .map(since),
        }).toEqual({ missing: [], idle: [] });
      }),
      { numRuns: 150 },
    );
  });
});

const settings: MotionSettings = { preMs: 5_000, postMs: 10_000, enabled: ['pixel', 'detector'] };
const play = (inputs: [number, MotionInput][], enabled: MotionSettings['enabled'] = settings.enabled) =>
  inputs.reduce((state, [atMs, input]) => stepMotion(state, input, atMs), startMotion({ ...settings, enabled }, 0));
const able = (source: WatchingSource, active: string[] = []): MotionInput => ({ kind: 'able', source, active });
const tick: MotionInput = { kind: 'tick' };
const at = (startMs: number): FragmentTimes => ({ startMs, endMs: startMs + 1_000 });

describe('a fragment', () => {
  it.each([
    ['before the pre-roll is dropped', 94_000, 'drop'],
    ['at the edge of the pre-roll is kept', 95_500, 'keep'],
    ['in the motion is kept', 101_000, 'keep'],
    ['in the post-roll is kept', 112_000, 'keep'],
    ['after the post-roll waits', 116_500, 'wait'],
  ] as const)('%s', (_title, startMs, verdict) => {
    const state = play([
      [0, able('pixel')],
      [0, able('detector')],
      [101_000, { kind: 'start', source: 'pixel', key: 'a' }],
      [105_000, { kind: 'stop', source: 'pixel', key: 'a' }],
      [118_000, tick],
    ]);
    expect(judgeFragment(state, at(startMs))).toBe(verdict);
  });

  it('has motion only while something moved', () => {
    const state = play([
      [0, able('pixel')],
      [0, able('detector')],
      [100_000, { kind: 'start', source: 'detector', key: 'a' }],
      [105_000, { kind: 'stop', source: 'detector', key: 'a' }],
    ]);
    expect([98_000, 101_000, 107_000].map((startMs) => showsMotion(state, at(startMs)))).toEqual([false, true, false]);
  });

  it('is kept until the end of the longest request, also if a second one of the same key is shorter', () => {
    const state = play([
      [0, able('pixel')],
      [0, able('detector')],
      [100_000, { kind: 'record', key: 'a', fromMs: 100_000, untilMs: 140_000 }],
      [100_001, { kind: 'record', key: 'a', fromMs: 100_001, untilMs: 110_000 }],
      [130_000, tick],
    ]);
    expect(judgeFragment(state, at(125_000))).toBe('keep');
  });

  it('is kept while one source has motion, even if another ends', () => {
    const state = play([
      [0, able('pixel')],
      [0, able('detector')],
      [10_000, { kind: 'start', source: 'detector', key: 'a' }],
      [11_000, { kind: 'start', source: 'pixel', key: 'a' }],
      [12_000, { kind: 'stop', source: 'pixel', key: 'a' }],
      [900_000, tick],
    ]);
    expect(judgeFragment(state, at(899_000))).toBe('keep');
  });
});

describe('failing open', () => {
  const verdictAt = (inputs: [number, MotionInput][], enabled: WatchingSource[], tMs: number) =>
    judgeFragment(play([...inputs, [tMs, tick]], enabled), { startMs: tMs - 100, endMs: tMs });

  it.each<[string, [number, MotionInput][], WatchingSource[], number, string]>([
    ['keeps everything before the only source is warmed up', [], ['pixel'], 500, 'keep'],
    ['keeps everything when no source is enabled', [], [], 500, 'keep'],
    [
      'keeps everything at once when the only source fails',
      [
        [0, able('pixel')],
        [90_000, { kind: 'unable', source: 'pixel', reason: '' }],
      ],
      ['pixel'],
      90_100,
      'keep',
    ],
    [
      'keeps everything at once when the hub fails, although pixels are watched',
      [
        [0, able('pixel')],
        [0, able('hub')],
        [90_000, { kind: 'unable', source: 'hub', reason: '' }],
      ],
      ['pixel', 'hub'],
      90_100,
      'keep',
    ],
    [
      'tolerates the failure of one of two for a minute',
      [
        [0, able('pixel')],
        [0, able('detector')],
        [90_000, { kind: 'unable', source: 'detector', reason: '' }],
      ],
      ['pixel', 'detector'],
      149_900 - 5_000,
      'wait',
    ],
    [
      'keeps everything after that minute',
      [
        [0, able('pixel')],
        [0, able('detector')],
        [90_000, { kind: 'unable', source: 'detector', reason: '' }],
      ],
      ['pixel', 'detector'],
      150_100,
      'keep',
    ],
    [
      'ends when the source is back',
      [
        [0, able('pixel')],
        [90_000, { kind: 'unable', source: 'pixel', reason: '' }],
        [100_000, able('pixel')],
      ],
      ['pixel'],
      111_000,
      'wait',
    ],
  ])('%s', (_title, inputs, enabled, tMs, verdict) => {
    expect(verdictAt(inputs, enabled, tMs)).toBe(verdict);
  });

  it('keeps the motion of a failed source active until it is back', () => {
    const state = play(
      [
        [0, able('pixel')],
        [0, able('detector')],
        [10_000, { kind: 'start', source: 'detector', key: 'a' }],
        [11_000, { kind: 'unable', source: 'detector', reason: 'gone' }],
        [40_000, tick],
      ],
      ['pixel', 'detector'],
    );
    expect(judgeFragment(state, at(39_000))).toBe('keep');
    const back = stepMotion(stepMotion(state, able('detector'), 41_000), tick, 60_000);
    expect(judgeFragment(back, at(52_000))).toBe('wait');
  });
});

describe('when the clock is set back by an hour', () => {
  const BACK_MS = -3_600_000;
  const able2: Parameters<typeof play>[0] = [
    [0, able('pixel')],
    [0, able('detector')],
  ];
  const start: MotionInput = { kind: 'start', source: 'pixel', key: 'a' };
  const stop: MotionInput = { kind: 'stop', source: 'pixel', key: 'a' };

  it('motion that goes on is kept, from before and after', () => {
    const state = play([...able2, [50_000, start], [BACK_MS + 50_000, tick], [BACK_MS + 60_000, tick]]);
    expect(judgeFragment(state, at(49_500))).toBe('keep');
    expect(judgeFragment(state, at(BACK_MS + 59_000))).toBe('keep');
  });

  it('motion that begins later is kept with its pre-roll, and what follows its post-roll is not', () => {
    const state = play([
      ...able2,
      [50_000, tick],
      [BACK_MS, tick],
      [BACK_MS + 20_000, start],
      [BACK_MS + 25_000, stop],
    ]);
    const { preMs, postMs } = state.settings;
    expect(judgeFragment(state, at(BACK_MS + 20_000 - preMs + 100))).toBe('keep');
    expect(judgeFragment(state, at(BACK_MS + 24_000))).toBe('keep');
    const later = stepMotion(state, tick, BACK_MS + 60_000);
    expect(judgeFragment(later, at(BACK_MS + 25_000 + postMs + 100))).toBe('drop');
  });

  it('everything is kept after a source has failed for as long as ever', () => {
    const unable: MotionInput = { kind: 'unable', source: 'pixel', reason: 'gone' };
    const state = play([...able2, [50_000, unable], [BACK_MS, tick], [BACK_MS + 59_000, tick]]);
    expect(judgeFragment(state, at(BACK_MS + 58_000))).toBe('wait');
    expect(judgeFragment(stepMotion(state, tick, BACK_MS + 61_000), at(BACK_MS + 60_500))).toBe('keep');
  });

  it('what waits from before is kept: it would wait for an hour', () => {
    const state = play([...able2, [50_000, tick], [BACK_MS, tick]]);
    expect(judgeFragment(state, at(49_000))).toBe('keep');
  });
});
