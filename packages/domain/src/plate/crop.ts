export type JpegLimits = { bytes: number; sidePixels: number };
export const CROP_LIMITS = { bytes: 512 * 1024, sidePixels: 4096 } as const satisfies JpegLimits;
/** For a whole picture of a detector. */
export const SNAPSHOT_LIMITS = { bytes: 8 * 1024 * 1024, sidePixels: 8192 } as const satisfies JpegLimits;

export type CropFault =
  | 'too-many-bytes'
  | 'not-a-jpeg'
  | 'unsupported-jpeg'
  | 'too-many-pixels'
  | 'truncated'
  | 'trailing-bytes';
export type CropCheck = { kind: 'jpeg'; width: number; height: number } | { kind: 'refused'; reason: CropFault };

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
// Baseline, extended and progressive: the only kinds that browsers show.
const SHOWN_FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

const refused = (reason: CropFault): CropCheck => ({ kind: 'refused', reason });
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Walks the whole marker structure without decoding a pixel. The picture must end where its bytes end: data after the end
 * marker can make one file both a picture and a page.
 */
export function checkCropJpeg(bytes: Uint8Array, limits: JpegLimits = CROP_LIMITS): CropCheck {
  if (bytes.length > limits.bytes) return refused('too-many-bytes');
  const at = (offset: number) => bytes[offset] ?? -1;
  const wordAt = (offset: number) => at(offset) * 256 + at(offset + 1);
  if (at(0) !== 0xff || at(1) !== SOI || at(2) !== 0xff) return refused('not-a-jpeg');

  let size: { width: number; height: number } | undefined;
  let scanned = false;
  let offset = 2;
  for (;;) {
    if (offset >= bytes.length) return refused('truncated');
    if (at(offset) !== 0xff) return refused('not-a-jpeg');
    // A marker may be preceded by any number of fill bytes.
    while (at(offset) === 0xff) offset += 1;
    const marker = at(offset);
    offset += 1;
    if (marker === -1) return refused('truncated');
    if (marker === EOI) break;
    if (marker < 0xc0 || marker === SOI || isRestart(marker)) return refused('not-a-jpeg');
    if (OTHER_FRAMES.has(marker)) return refused('unsupported-jpeg');

    if (offset + 2 > bytes.length) return refused('truncated');
    const length = wordAt(offset);
    if (length < 2) return refused('not-a-jpeg');
    if (offset + length > bytes.length) return refused('truncated');

    if (SHOWN_FRAMES.has(marker)) {
      const components = at(offset + 7);
      if (size !== undefined || length !== 8 + 3 * components) return refused('not-a-jpeg');
      size = { height: wordAt(offset + 3), width: wordAt(offset + 5) };
      const supported = at(offset + 2) === 8 && (components === 1 || components === 3);
      if (!supported || size.width === 0 || size.height === 0) return refused('unsupported-jpeg');
      if (size.width > limits.sidePixels || size.height > limits.sidePixels) return refused('too-many-pixels');
    }
    offset += length;
    if (marker === SOS) {
      if (size === undefined) return refused('not-a-jpeg');
      scanned = true;
      offset = endOfScan(bytes, offset);
    }
  }
  if (size === undefined || !scanned) return refused('not-a-jpeg');
  if (offset !== bytes.length) return refused('trailing-bytes');
  return { kind: 'jpeg', ...size };
}

/** Inside a scan an FF is data when 00 follows and a restart mark when D0..D7 does; any other marker ends the scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length) {
    const next = bytes[offset + 1] ?? -1;
    if (bytes[offset] === 0xff && next !== 0 && !isRestart(next)) return offset;
    offset += 1;
  }
  return offset;
}
