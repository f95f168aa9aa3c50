export { type Calibration, calibratedConfidence } from './calibration.ts';
export {
  type CountryCode,
  countriesWithFormats,
  fitToCountry,
  parseCountry,
  type RankedText,
  settleByCountry,
} from './country-formats.ts';
export { type Candidate, type CropReading, decodePlate, jointLogProbability } from './decode-plate.ts';
export {
  type Detection,
  fromLetterbox,
  type InputBox,
  type Letterbox,
  letterboxOf,
  overlapOf,
  suppressOverlaps,
} from './detection.ts';
export {
  followPlates,
  type Pass as PlatePass,
  type PassLimits,
  type PassResult,
  settlePasses,
  stillInView,
} from './pass-book.ts';
export { NOTHING, PLATE_CHARACTERS, READER_COLUMNS } from './plate-characters.ts';
export type { ReaderHead } from './reader-head.ts';
export { isNewAppearance, type PassSpan, rememberPass, type SeenPlate } from './reappearance.ts';
export { type PlateReading, type VoteResult, voteOverPass } from './vote.ts';
