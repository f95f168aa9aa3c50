import { MalformedBox } from './byte-cursor.ts';
import { boxesOfMoof, childBoxes, needChild } from './child-boxes.ts';
import { parseTfdt, parseTfhd } from './moof.ts';
import type { InitTrack } from './moov.ts';
import { readTrun, type VisitSamples } from './trun.ts';

/** Far beyond a run of pictures or sound; protects against a damaged count. */
const MAX_RUN_SAMPLES = 1_000_000;

/** Samples of one track that lie next to each other. */
export interface SampleRun {
  trackId: number;
  /** Decode time of the first one. */
  startTicks: number;
  /** Relative to the start of the moof. */
  dataOffset: number;
  sizeBytes: number;
  /** In the order of decoding, without their positions. */
  forEach(visit: VisitSamples): void;
}

/** The samples of a fragment, from its whole moof. */
export function sampleRuns(moof: Uint8Array, known: readonly InitTrack[]): SampleRun[] {
  const trafs = boxesOfMoof(moof).filter(({ type }) => type === 'traf');
  return trafs.flatMap(({ body }) => runsOfTraf(body, known));
}

function runsOfTraf(traf: Uint8Array, known: readonly InitTrack[]): SampleRun[] {
  const children = childBoxes(traf);
  const defaults = parseTfhd(needChild(children, 'tfhd'), known);
  let startTicks = parseTfdt(needChild(children, 'tfdt'));
  let nextData: number | undefined;
  return children
    .filter(({ type }) => type === 'trun')
    .map(({ body }) => {
      let [sizeBytes, durationTicks] = [0, 0];
      const { samples, dataOffset = nextData } = readTrun(body, defaults, (repeats, duration, size) => {
        sizeBytes += size * repeats;
        durationTicks += duration * repeats;
      });
      if (dataOffset === undefined) throw new MalformedBox('samples without a position');
      if (samples > MAX_RUN_SAMPLES) throw new MalformedBox('more samples than a fragment has');
      const run: SampleRun = {
        trackId: defaults.trackId,
        startTicks,
        dataOffset,
        sizeBytes,
        forEach: (visit) => void readTrun(body, defaults, visit),
      };
      startTicks += durationTicks;
      nextData = dataOffset + sizeBytes;
      return run;
    });
}
