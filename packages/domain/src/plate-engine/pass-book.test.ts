import { describe, expect, it } from 'vitest';
import type { NormalizedBox } from '../geometry/box.ts';
import { parseCountry } from './country-formats.ts';
import { followPlates, type Pass, settlePasses, stillInView } from './pass-book.ts';
import { isNewAppearance, rememberPass, type SeenPlate } from './reappearance.ts';
import type { PlateReading } from './vote.ts';

const limits = { gapMs: 2_000, longestMs: 15_000 };

const reading = (text: string, x: number, tsMs: number, confidence = 0.9, y = 0.5): PlateReading<string> => ({
  candidates: [{ text, logProbability: Math.log(confidence) }],
  confidence,
  box: [x, y, 0.06, 0.02] as NormalizedBox,
  tsMs,
  evidence: `${text}@${tsMs}`,
});

/** Follows frames of one reading list each and returns the reported passes, in order. */
function drive(
  frames: readonly { tsMs: number; readings: PlateReading<string>[] }[],
  country?: string,
  minConfidence?: number,
) {
  let passes: Pass<string>[] = [];
  const reported: { text: string; rawText: string; atMs: number; evidence: string | undefined }[] = [];
  for (const { tsMs, readings } of frames) {
    passes = followPlates(passes, readings);
    const settled = settlePasses(passes, {
      nowMs: tsMs,
      limits,
      country: country === undefined ? undefined : parseCountry(country),
      minConfidence,
    });
    passes = settled.passes;
    for (const { text, rawText, best } of settled.results)
      reported.push({ text, rawText, atMs: tsMs, evidence: best.evidence });
  }
  return { reported, passes };
}

const every200ms = (fromMs: number, toMs: number) =>
  Array.from({ length: Math.floor((toMs - fromMs) / 200) + 1 }, (_, i) => fromMs + i * 200);

describe('a pass', () => {
  it('is reported once, after its plate is gone, with the best frame of the winning text', () => {
    const frames = every200ms(0, 5_000).map((tsMs) => ({
      tsMs,
      readings:
        tsMs <= 1_000
          ? [reading(tsMs === 200 ? 'KTR4B21' : 'KTR4821', 0.1 + tsMs / 5_000, tsMs, tsMs === 600 ? 0.99 : 0.8)]
          : [],
    }));
    expect(drive(frames).reported).toEqual([
      { text: 'KTR4821', rawText: 'KTR4821', atMs: 3_200, evidence: 'KTR4821@600' },
    ]);
  });

  it('of two cars at once are two, also where they cross', () => {
    const frames = every200ms(0, 5_000).map((tsMs) => ({
      tsMs,
      readings:
        tsMs <= 2_000
          ? [reading('KTR4821', 0.1 + tsMs / 2_500, tsMs), reading('BHL3096', 0.9 - tsMs / 2_500, tsMs, 0.9, 0.53)]
          : [],
    }));
    expect(
      drive(frames)
        .reported.map(({ text }) => text)
        .sort(),
    ).toEqual(['BHL3096', 'KTR4821']);
  });

  it('that lasts is reported after the maximum time and only followed from then on', () => {
    const frames = every200ms(0, 40_000).map((tsMs) => ({ tsMs, readings: [reading('KTR4821', 0.4, tsMs)] }));
    const { reported, passes } = drive(frames);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.atMs).toBe(15_200);
    expect(passes).toHaveLength(1);
    expect(passes[0]?.readings).toEqual([]);
    expect(stillInView(passes)).toMatchObject([{ text: 'KTR4821', lastSeenMs: 40_000 }]);
  });

  it('that is read too poorly is not reported, but followed until it is read well', () => {
    const frames = every200ms(0, 40_000).map((tsMs) => ({
      tsMs,
      readings: [reading('KTR4821', 0.4, tsMs, tsMs < 20_000 ? 0.3 : 0.9)],
    }));
    expect(drive(frames, undefined, 0.5).reported).toMatchObject([{ text: 'KTR4821', atMs: 20_000 }]);
    expect(drive(frames.slice(0, 90), undefined, 0.5).reported).toEqual([]);
  });

  it('is reported with the registration of its country and the text as it was read', () => {
    const frames = [0, 2_400].map((tsMs) => ({ tsMs, readings: tsMs === 0 ? [reading('AB01234', 0.4, 0)] : [] }));
    expect(drive(frames, 'BR').reported).toMatchObject([{ text: 'ABO1234', rawText: 'AB01234' }]);
  });

  it('keeps few pictures, however long it lasts', () => {
    let passes: Pass<string>[] = [];
    for (const tsMs of every200ms(0, 14_000))
      passes = followPlates(passes, [reading(`KTR48${tsMs % 77}`, 0.4, tsMs, 0.5 + (tsMs % 7) / 20)]);
    expect(passes).toHaveLength(1);
    expect(passes[0]?.readings.filter(({ evidence }) => evidence !== undefined).length).toBeLessThanOrEqual(4);
  });
});

describe('a plate that comes again', () => {
  const span = (text: string, firstSeenMs: number, fromX = 0.1, toX = 0.7) => ({
    text,
    firstSeenMs,
    lastSeenMs: firstSeenMs + 2_000,
    firstBox: [fromX, 0.5, 0.06, 0.02] as NormalizedBox,
    lastBox: [toX, 0.5, 0.06, 0.02] as NormalizedBox,
  });
  const after = (...passes: ReturnType<typeof span>[]) =>
    passes.reduce((seen: SeenPlate[], pass) => rememberPass(seen, pass), []);
  const GAP_MS = 45_000;

  it('is reported again after it was unseen for the gap, look-alikes included', () => {
    const seen = after(span('KTR4821', 0));
    expect(isNewAppearance(seen, span('KTR4821', 46_999), GAP_MS)).toBe(false);
    expect(isNewAppearance(seen, span('KTR482I', 30_000), GAP_MS)).toBe(false);
    expect(isNewAppearance(seen, span('KTR4821', 47_000), GAP_MS)).toBe(true);
    expect(isNewAppearance(seen, span('KTR4822', 10_000), GAP_MS)).toBe(true);
  });

  it('is not reported while it is parked, however often and badly it is read', () => {
    const parked = (text: string, atMs: number) => span(text, atMs, 0.4, 0.4);
    let seen = after(parked('KTR4821', 0));
    for (const [i, text] of ['KTR4821', 'KTR4B2L', 'KTR482', 'KTR4821'].entries()) {
      const pass = parked(text, (i + 1) * 600_000);
      expect(isNewAppearance(seen, pass, GAP_MS)).toBe(false);
      seen = rememberPass(seen, pass);
    }
    expect(isNewAppearance(seen, span('KTR4821', 6_000_000, 0.4, 0.9), GAP_MS)).toBe(true);
    expect(isNewAppearance(seen, parked('BHL3096', 6_000_000), GAP_MS)).toBe(true);
  });

  it('is remembered in a bounded list', () => {
    const seen = after(...Array.from({ length: 700 }, (_, i) => span(`P${1_000 + i}X`, i * 1_000)));
    expect(seen.length).toBeLessThanOrEqual(500);
    expect(seen.at(-1)?.text).toBe('P1699X');
  });
});
