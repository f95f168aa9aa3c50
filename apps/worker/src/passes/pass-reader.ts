import {
  type CountryCode,
  followPlates,
  isNewAppearance,
  type PassLimits,
  type PassResult,
  type PlatePass,
  type PlateReading,
  rememberPass,
  type SeenPlate,
  settlePasses,
  stillInView,
} from '@holdfast/domain';

export interface PassReader<Evidence> {
  /** Adds the plates of one frame; returns the passes to report. */
  addFrame(readings: readonly PlateReading<Evidence>[], nowMs: number): PassResult<Evidence>[];
  /** Ends all passes in progress and returns them. */
  finish(): PassResult<Evidence>[];
}

/** Tracks the plates of one camera from frame to frame; each appearance of a plate is reported once. */
export function createPassReader<Evidence>({
  limits,
  reappearGapMs,
  country,
  minConfidence = () => 0,
}: {
  limits: PassLimits;
  reappearGapMs: number;
  country: () => CountryCode | undefined;
  minConfidence?: () => number | undefined;
}): PassReader<Evidence> {
  let passes: PlatePass<Evidence>[] = [];
  let seen: SeenPlate[] = [];
  const settle = (nowMs: number) => {
    const settled = settlePasses(passes, { nowMs, limits, country: country(), minConfidence: minConfidence() });
    passes = settled.passes;
    const reported = settled.results.filter((result) => {
      const isNew = isNewAppearance(seen, result, reappearGapMs);
      seen = rememberPass(seen, result);
      return isNew;
    });
    for (const pass of stillInView(passes)) seen = rememberPass(seen, pass);
    return reported;
  };
  return {
    addFrame(readings, nowMs) {
      passes = followPlates(passes, readings);
      return settle(nowMs);
    },
    finish: () => settle(Number.POSITIVE_INFINITY),
  };
}
