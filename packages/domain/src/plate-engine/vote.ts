import type { NormalizedBox } from '../geometry/box.ts';
import type { RankedText } from './country-formats.ts';
import { decisiveReadings } from './cut-plate.ts';
import type { Candidate } from './decode-plate.ts';

/** One frame's reading of a plate; `evidence` is its picture, if it is still kept. */
export interface PlateReading<Evidence> {
  /** The most probable first; never empty. */
  candidates: readonly [Candidate, ...Candidate[]];
  /** Calibrated, of the first candidate. */
  confidence: number;
  box: NormalizedBox;
  tsMs: number;
  evidence: Evidence | undefined;
}

export interface VoteResult<Evidence> {
  ranked: readonly [RankedText, ...RankedText[]];
  /** The reading that shows the winning text best: its box, time and picture are reported. */
  best: PlateReading<Evidence>;
}

// By how much one frame prefers its own text over any other. Three agreeing frames count at least three times the minimum,
// which is more than a single frame can outweigh.
const MIN_PREFERENCE = 1;
const MAX_PREFERENCE = 2.9;

/** How much one frame objects to a text: not at all to its own. */
function objection({ candidates, confidence }: PlateReading<unknown>, text: string): number {
  const [own] = candidates;
  if (own.text === text) return 0;
  const most = MIN_PREFERENCE + (MAX_PREFERENCE - MIN_PREFERENCE) * Math.min(1, Math.max(0, confidence));
  const known = candidates.find((candidate) => candidate.text === text);
  const doubt = known === undefined ? most : own.logProbability - known.logProbability;
  return Math.min(most, Math.max(MIN_PREFERENCE, doubt));
}

/** Summed in ascending order, so that the order of the frames cannot change the rounding. */
const steadySum = (values: readonly number[]): number => [...values].sort((a, b) => a - b).reduce((a, b) => a + b, 0);

const byConfidence = (a: PlateReading<unknown>, b: PlateReading<unknown>): number =>
  b.confidence - a.confidence || a.tsMs - b.tsMs;

/**
 * The text of a pass from all its frames. Every frame has its text and a doubt; the text with the least objection wins, ties go
 * to the more confident reading. Plates at the frame's edge count only if no frame shows the plate whole.
 * The score is the mean over the frames, zero if all agree.
 */
export function voteOverPass<Evidence>(all: readonly PlateReading<Evidence>[]): VoteResult<Evidence> | undefined {
  const readings = decisiveReadings(all);
  const bestOf = new Map<string, PlateReading<Evidence>>();
  for (const reading of [...readings].sort(byConfidence)) {
    const [{ text }] = reading.candidates;
    if (!bestOf.has(text)) bestOf.set(text, reading);
  }
  const proposed = new Set(readings.flatMap(({ candidates }) => candidates.map(({ text }) => text)));
  const ranked = [...proposed]
    .map((text) => ({
      text,
      score: -steadySum(readings.map((reading) => objection(reading, text))) / readings.length,
      confidence: bestOf.get(text)?.confidence ?? 0,
    }))
    .sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.text < b.text ? -1 : 1));
  // Second choices are included for the country's formats, but a text without a picture cannot win.
  const first = ranked.find(({ text }) => bestOf.has(text));
  const best = first && bestOf.get(first.text);
  if (first === undefined || best === undefined) return undefined;
  const others = ranked.filter(({ text }) => text !== first.text);
  return { ranked: [first, ...others], best };
}

/**
 * Drops the pictures that cannot win any more: keeps the best one of each leading text. Otherwise a pass of many frames would
 * keep them all in memory.
 */
export function keepEvidence<Evidence>(
  readings: readonly PlateReading<Evidence>[],
  maxPictures: number,
): PlateReading<Evidence>[] {
  const decisive = decisiveReadings(readings);
  const own = new Set(decisive.map(({ candidates: [{ text }] }) => text));
  const leading = new Set(
    (voteOverPass(readings)?.ranked ?? [])
      .map(({ text }) => text)
      .filter((text) => own.has(text))
      .slice(0, maxPictures),
  );
  const kept = new Set<PlateReading<Evidence>>();
  for (const reading of [...decisive].sort(byConfidence)) {
    const [{ text }] = reading.candidates;
    if (leading.delete(text)) kept.add(reading);
  }
  return readings.map((reading) => (kept.has(reading) ? reading : { ...reading, evidence: undefined }));
}
