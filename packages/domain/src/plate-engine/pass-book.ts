import type { NormalizedBox } from '../geometry/box.ts';
import { type CountryCode, settleByCountry } from './country-formats.ts';
import type { PassSpan } from './reappearance.ts';
import { assignTracks, type TrackedPlate, type TrackHead } from './track.ts';
import { keepEvidence, type PlateReading, voteOverPass } from './vote.ts';

export interface PassLimits {
  /** A pass is over once its plate was not seen for so long. */
  gapMs: number;
  /** A pass is told of after so long at the latest, while its plate may still be in view. */
  longestMs: number;
}

/** One vehicle's way through the picture, from its plate's first frame to its last. */
export interface Pass<Evidence> extends TrackHead {
  readings: readonly PlateReading<Evidence>[];
  firstSeenMs: number;
  firstBox: NormalizedBox;
  /** The text it was told of by; it is only followed from then on. */
  toldText: string | undefined;
}

/** What is told of a pass. */
export interface PassResult<Evidence> extends PassSpan {
  /** As read, before the country's formats settled O and 0, I and 1. */
  rawText: string;
  confidence: number;
  best: PlateReading<Evidence>;
  frames: number;
}

const MOST_READINGS = 100;
const MOST_PICTURES = 4;

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
  toldText: undefined,
});

function continuePass<Evidence>(pass: Pass<Evidence>, reading: PlateReading<Evidence>): Pass<Evidence> {
  const head = { last: sightingOf(reading), before: pass.last };
  if (pass.toldText !== undefined) return { ...pass, ...head };
  const readings = keepEvidence([...pass.readings, reading].slice(-MOST_READINGS), MOST_PICTURES);
  return { ...pass, ...head, readings };
}

/** Follows the plates of one frame. Passes that the frame does not show stay as they are. */
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
  /** Those that are told of now, in the order they came into view. */
  results: PassResult<Evidence>[];
  passes: Pass<Evidence>[];
}

/** Which passes are over or long enough by `nowMs`, and what is left to follow. */
export function settlePasses<Evidence>(
  passes: readonly Pass<Evidence>[],
  { nowMs, limits, country }: { nowMs: number; limits: PassLimits; country: CountryCode | undefined },
): SettledPasses<Evidence> {
  const results: PassResult<Evidence>[] = [];
  const remaining: Pass<Evidence>[] = [];
  for (const pass of passes) {
    const isOver = nowMs - pass.last.tsMs > limits.gapMs;
    const isLong = nowMs - pass.firstSeenMs > limits.longestMs;
    const isDue = pass.toldText === undefined && (isOver || isLong);
    const result = isDue ? resultOf(pass, country) : undefined;
    if (result) results.push(result);
    if (!isOver) remaining.push(result ? { ...pass, toldText: result.text, readings: [] } : pass);
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

/** The passes that were told of and are still in view, for what is remembered of them. */
export const stillInView = (passes: readonly Pass<unknown>[]): PassSpan[] =>
  passes.flatMap(({ toldText, firstSeenMs, firstBox, last }) =>
    toldText === undefined ? [] : [{ text: toldText, firstSeenMs, firstBox, lastSeenMs: last.tsMs, lastBox: last.box }],
  );
