import { describe, expect, it } from 'vitest';
import { ClockMap } from './clock-map.ts';

const SECONDS = 600;
const SEGMENT_MS = 4_000;

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Ten minutes of a camera over a network with 8 ms of jitter and occasional delays of up to two seconds. Segments are
 * dated as in the recorder: each starts where the previous one ends, and its end is computed when it is closed.
 */
function errorsMs({ fps, rateAt, seed }: { fps: number; rateAt: (ms: number) => number; seed: number }): number[] {
  const random = randomOf(seed);
  const map = new ClockMap();
  const errors: number[] = [];
  let ticks = 0;
  let heldUntilMs = 0;
  let lastArrivedMs = 0;
  let open: { ticks: number; takenMs: number }[] = [];
  let startMs: number | undefined;
  for (let i = 0; i < SECONDS * fps; i += 1) {
    const takenMs = (i * 1_000) / fps;
    if (heldUntilMs < takenMs && random() < 1 / (30 * fps)) heldUntilMs = takenMs + 300 + random() * 1_700;
    const delayMs = Math.max(-Math.log(1 - random()) * 8, heldUntilMs - takenMs);
    lastArrivedMs = Math.max(lastArrivedMs, takenMs + delayMs);
    map.note(ticks, lastArrivedMs);
    open.push({ ticks, takenMs });
    ticks += (rateAt(takenMs) * 90_000) / fps;
    if (Math.floor(takenMs / SEGMENT_MS) === Math.floor((takenMs + 1_000 / fps) / SEGMENT_MS)) continue;
    const first = open[0]?.ticks ?? 0;
    startMs ??= map.at(first) ?? 0;
    const endMs = map.at(ticks) ?? 0;
    for (const picture of open)
      errors.push(startMs + ((endMs - startMs) * (picture.ticks - first)) / (ticks - first) - picture.takenMs);
    startMs = endMs;
    open = [];
  }
  return errors;
}

const p99 = (errors: readonly number[]) =>
  errors.map(Math.abs).toSorted((a, b) => a - b)[Math.floor(errors.length * 0.99)] ?? 0;

describe.each([1, 20, 60])('the time of pictures at %i a second', (fps) => {
  it.each([
    ['exact', () => 1, 10],
    ['500 ppm fast', () => 1.0005, 10],
    ['0.2 % slow', () => 0.998, 20],
    ['2 % slow', () => 0.98, 30],
    ['5 % slow', () => 0.95, 30],
    ['20 % slow', () => 0.8, 30],
    ['wavering by 1 %', (ms: number) => 1 + 0.01 * Math.sin(ms / 60_000), 100],
  ] as [string, (ms: number) => number, number][])(
    'of a clock that is %s: p99 of the error under %3$i ms',
    (_title, rateAt, limitMs) => {
      for (const seed of [1, 2, 3, 4]) expect(p99(errorsMs({ fps, rateAt, seed }))).toBeLessThan(limitMs);
    },
  );
});

describe('the map', () => {
  it("determines the rate of the camera's clock", () => {
    const map = new ClockMap();
    for (let i = 0; i < 400; i += 1) map.note(i * 4_500 * 0.95, i * 50 + (i % 7));
    expect(map.cameraRate).toBeCloseTo(0.95, 2);
  });

  it('dates pictures that arrive together by the newest of them', () => {
    const map = new ClockMap();
    for (let i = 0; i <= 80; i += 1) map.note(i * 4_500, 10_000);
    expect(map.at(0)).toBeCloseTo(6_000);
    expect(map.at(80 * 4_500)).toBeCloseTo(10_000);
  });

  it('is undefined before the first picture', () => {
    expect(new ClockMap().at(0)).toBeUndefined();
  });
});
