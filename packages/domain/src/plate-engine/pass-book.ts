import type { NormalizedBox } from '../geometry/box.ts';
import { type CountryCode, settleByCountry } from './country-formats.ts';
import { isReportable } from './cut-plate.ts';
import type { PassSpan } from './reappearance.ts';
import { assignTracks, type TrackedPlate, type TrackHead } from './track.ts';
import { keepEvidence, type PlateReading, voteOverPass } from './vote.ts';

export interface PassLimits {
  /** A pass is over once its plate was not seen for this long. */
  gapMs: number;
  /** A pass is reported after this time at the latest, while its plate may still be in view. */
  longestMs: number;
}

/** One vehicle crossing the picture, from the first frame of its plate to the last. */
export interface Pass<Evidence> extends TrackHead {
  readings: readonly PlateReading<Evidence>[];
  firstSeenMs: number;
  firstBox: NormalizedBox;
  /** The reported text; from then on the pass is only followed. */
  reportedText: string | undefined;
}

/** The report of a pass. */
export interface PassResult<Evidence> extends PassSpan {
  /** As read, before the country's formats settled O and 0, I and 1. */
  rawText: string;
  confidence: number;
  best: PlateReading<Evidence>;
  frames: number;
}

const MAX_READINGS = 100;
const MAX_PICTURES = 4;

const sightingOf = ({ candidates: [{ text }], box, tsMs }: PlateReading<unknown>): TrackedPlate => ({
  text,
  box,
  tsMs,
});

const beginPass = <Evidence>(reading: PlateReading<Evidence>): Pass<Evidence> => ({
  last: sightingOf(reading),
  before: undefined,
  readings: [reading],
  firstSeenMs: reading.tsMs,
  firstBox: reading.box,
  reportedText: undefined,
});

function continuePass<Evidence>(pass: Pass<Evidence>, reading: PlateReading<Evidence>): Pass<Evidence> {
  const head = { last: sightingOf(reading), before: pass.last };
  if (pass.reportedText !== undefined) return { ...pass, ...head };
  const readings = keepEvidence([...pass.readings, reading].slice(-MAX_READINGS), MAX_PICTURES);
  return { ...pass, ...head, readings };
}

/** Assigns the plates of one frame to passes. Passes that the frame does not show stay unchanged. */
export function followPlates<Evidence>(
  passes: readonly Pass<Evidence>[],
  readings: readonly PlateReading<Evidence>[],
): Pass<Evidence>[] {
  const assigned = assignTracks(passes, readings.map(sightingOf));
  const followed = passes.map((pass, track) => {
    const reading = readings[assigned.indexOf(track)];
    return reading === undefined ? pass : continuePass(pass, reading);
  });
  return [...followed, ...readings.filter((_, index) => assigned[index] === undefined).map(beginPass)];
}

export interface SettledPasses<Evidence> {
  /** Passes to report now, in the order they came into view. */
  results: PassResult<Evidence>[];
  passes: Pass<Evidence>[];
}

/** Splits passes into those that are over or long enough by `nowMs`, and those to keep following. */
export function settlePasses<Evidence>(
  passes: readonly Pass<Evidence>[],
  {
    nowMs,
    limits,
    country,
    minConfidence = 0,
  }: {
    nowMs: number;
    limits: PassLimits;
    country: CountryCode | undefined;
    /** Passes that were read less well are not reported, but followed as before: they may be read better. */
    minConfidence?: number | undefined;
  },
): SettledPasses<Evidence> {
  const results: PassResult<Evidence>[] = [];
  const remaining: Pass<Evidence>[] = [];
  for (const pass of passes) {
    const isOver = nowMs - pass.last.tsMs > limits.gapMs;
    const isLong = nowMs - pass.firstSeenMs > limits.longestMs;
    const isDue = pass.reportedText === undefined && (isOver || isLong);
    const voted = isDue ? resultOf(pass, country) : undefined;
    const result = voted && voted.confidence >= minConfidence ? voted : undefined;
    if (result) results.push(result);
    if (!isOver) remaining.push(result ? { ...pass, reportedText: result.text, readings: [] } : pass);
  }
  results.sort((a, b) => a.firstSeenMs - b.firstSeenMs);
  return { results, passes: remaining };
}

function resultOf<Evidence>(
  { readings, firstSeenMs, firstBox, last }: Pass<Evidence>,
  country: CountryCode | undefined,
): PassResult<Evidence> | undefined {
  const vote = voteOverPass(readings);
  if (vote === undefined) return undefined;
  const [{ text: rawText }] = vote.ranked;
  if (!isReportable({ ...vote.best, text: rawText })) return undefined;
  return {
    text: settleByCountry(vote.ranked, country) ?? rawText,
    rawText,
    confidence: vote.best.confidence,
    best: vote.best,
    frames: readings.length,
    firstSeenMs,
    lastSeenMs: last.tsMs,
    firstBox,
    lastBox: last.box,
  };
}

/** The reported passes that are still in view, for the memory of parked cars. */
export const stillInView = (passes: readonly Pass<unknown>[]): PassSpan[] =>
  passes.flatMap(({ reportedText, firstSeenMs, firstBox, last }) =>
    reportedText === undefined
      ? []
      : [{ text: reportedText, firstSeenMs, firstBox, lastSeenMs: last.tsMs, lastBox: last.box }],
  );
