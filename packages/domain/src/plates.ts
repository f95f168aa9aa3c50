/** The rules of number plates and of reading them; part of the index. */
export {
  CROP_LIMITS,
  type CropCheck,
  type CropFault,
  checkCropJpeg,
  type JpegLimits,
  SNAPSHOT_LIMITS,
} from './plate/crop.ts';
export { plateDistance, plateDistanceWithin } from './plate/distance.ts';
export {
  acceptsSource,
  DEFAULT_LPR_ENGINE,
  engineOfSource,
  type LprEngine,
  lprEnabled,
  lprEngines,
  NATIVE_ALPR_SOURCE_ID,
  type ReadingEngine,
} from './plate/engine.ts';
export {
  type Admission,
  admitRead,
  type DropReason,
  type ReadFacts,
  raisesAlert,
  UNREADABLE,
  type Unreadable,
} from './plate/ingest-gate.ts';
export { type FoldedPlate, foldLookAlikes, LOOK_ALIKE_GROUPS } from './plate/look-alikes.ts';
export {
  allowedEdits,
  isWatchlistFuzz,
  type MatchInput,
  matchableReadLengths,
  matchDistance,
  plateMatches,
  WATCHLIST_FUZZ,
} from './plate/match.ts';
export {
  MAX_PLATE_LENGTH,
  MAX_RAW_PLATE_LENGTH,
  type ParsedPlate,
  type Plate,
  type PlateFault,
  parsePlate,
  toPlate,
} from './plate/plate.ts';
export { plateFaultReason } from './plate/plate-fault-reason.ts';
export { judgeReadTime, PLATE_RETENTION_DAYS, pruneReadsBeforeMs, type ReadTimeVerdict } from './plate/retention.ts';
export {
  DEFAULT_PLATE_MATCH_MODE,
  fuzzyEdits,
  nearPieces,
  PLATE_MATCH_MODES,
  type PlateMatchMode,
  type PlateQuery,
  parsePlateQuery,
} from './plate/search.ts';
export {
  type CsvFault,
  MAX_WATCHLIST_ENTRIES,
  printWatchlistHeader,
  printWatchlistLine,
  readingWatchlistCsv,
  readWatchlistCsv,
  WATCHLIST_CSV_ROWS,
  type WatchlistCsv,
  type WatchlistCsvEntry,
} from './plate/watchlist-csv.ts';
export {
  buildWatchlistIndex,
  type WatchlistHit,
  type WatchlistIndex,
  type WatchlistLookup,
} from './plate/watchlist-index.ts';
export { type Calibration, calibratedConfidence } from './plate-engine/calibration.ts';
export {
  type CountryCode,
  countriesWithFormats,
  fitToCountry,
  parseCountry,
  type RankedText,
  settleByCountry,
} from './plate-engine/country-formats.ts';
export { type Candidate, type CropReading, decodePlate, jointLogProbability } from './plate-engine/decode-plate.ts';
export {
  type Detection,
  fromLetterbox,
  type InputBox,
  type Letterbox,
  letterboxOf,
  overlapOf,
  suppressOverlaps,
} from './plate-engine/detection.ts';
export { detectionRegion } from './plate-engine/detection-region.ts';
export { FrameGate } from './plate-engine/frame-gate.ts';
export {
  followPlates,
  type Pass as PlatePass,
  type PassLimits,
  type PassResult,
  settlePasses,
  stillInView,
} from './plate-engine/pass-book.ts';
export { BLANK, PLATE_CHARACTERS, READER_COLUMNS } from './plate-engine/plate-characters.ts';
export type { ReaderHead } from './plate-engine/reader-head.ts';
export { isNewAppearance, type PassSpan, rememberPass, type SeenPlate } from './plate-engine/reappearance.ts';
export { type PlateReading, type VoteResult, voteOverPass } from './plate-engine/vote.ts';
