import { type ReasonCode, reasonCode } from '../reason/reason.ts';

/** Most serious first. */
const codes = [
  'camera-frames-too-large',
  'camera-frames-unsupported',
  'camera-frames-incomplete',
  'sound-stopped',
  'sound-too-slow',
  'camera-clock-frozen',
] as const satisfies readonly ReasonCode[];
type RemarkCode = (typeof codes)[number];

/** Faults noticed in a stream while it is recorded; counts only grow. */
export interface StreamSigns {
  /** Frames that were not recorded. */
  tooLarge: number;
  unsupported: number;
  incomplete: number;
  isClockFrozen: boolean;
  sound: 'none' | 'ok' | 'died' | 'slow';
}

/** The fault noticed last, and until when it is shown. */
export interface Remark {
  code: RemarkCode;
  untilMs: number;
}

/** Long enough to be read, and for occasional faults not to flicker. */
export const REMARK_MS = 60_000;
/** A single lost packet is not worth a remark. */
const MIN_INCOMPLETE = 3;

function noticed(now: StreamSigns, before: StreamSigns): RemarkCode | undefined {
  const is: Record<RemarkCode, boolean> = {
    'camera-frames-too-large': now.tooLarge > before.tooLarge,
    'camera-frames-unsupported': now.unsupported > before.unsupported,
    'camera-frames-incomplete': now.incomplete >= before.incomplete + MIN_INCOMPLETE,
    'sound-stopped': now.sound === 'died',
    'sound-too-slow': now.sound === 'slow',
    'camera-clock-frozen': now.isClockFrozen,
  };
  return codes.find((code) => is[code]);
}

const rankOf = (code: RemarkCode): number => codes.indexOf(code);

/** The remark after another observation; a less serious one is shown once the current one has expired. */
export function nextRemark(
  last: Remark | undefined,
  { now, before, nowMs }: { now: StreamSigns; before: StreamSigns; nowMs: number },
): Remark | undefined {
  const kept = last !== undefined && nowMs < last.untilMs ? last : undefined;
  const code = noticed(now, before);
  if (code === undefined || (kept && rankOf(kept.code) < rankOf(code))) return kept;
  return { code, untilMs: nowMs + REMARK_MS };
}

/** In the form of the status. */
export const remarkDetail = (remark: Remark | undefined): string | null => (remark ? reasonCode(remark.code) : null);
