/** One picture in a pack. */
export interface PackedPreview {
  segmentId: number;
  /** When it was taken: the start of its segment. */
  startMs: number;
  durationMs: number;
  /** Of its JPEG in the file. */
  offset: number;
  length: number;
}

/**
 * A pack holds the previews of a camera and an hour: a head with a place for each, then their JPEGs. A place is written after
 * its picture. Unused places are zero and cost no space on the disk.
 */
export const PACK_PLACES = 2_048;
const PLACE_BYTES = 32;
const MAGIC = 0x48465056;
export const PACK_HEAD_BYTES = PLACE_BYTES * (PACK_PLACES + 1);
const HOUR_MS = 3_600_000;

export const packHourMs = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

/** The first place: identifies the file as a pack. */
export function printPackStart(): Uint8Array {
  const bytes = new Uint8Array(PLACE_BYTES);
  new DataView(bytes.buffer).setUint32(0, MAGIC);
  return bytes;
}

/** The bytes of a place, and where in the file they belong. */
export function printPlace(place: number, preview: PackedPreview): { bytes: Uint8Array; at: number } {
  const bytes = new Uint8Array(PLACE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, preview.segmentId);
  view.setFloat64(8, preview.startMs);
  view.setUint32(16, preview.durationMs);
  view.setUint32(20, preview.offset);
  view.setUint32(24, preview.length);
  view.setUint32(28, checkOf(view));
  return { bytes, at: PLACE_BYTES * (place + 1) };
}

export interface PackHead {
  /** With the place of each. */
  previews: (PackedPreview & { place: number })[];
  usedPlaces: number;
}

/** Undefined if it is not the head of a pack. Places that were written incompletely or wiped are skipped. */
export function parsePackHead(head: Uint8Array): PackHead | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < PLACE_BYTES || view.getUint32(0) !== MAGIC) return undefined;
  const found: PackHead = { previews: [], usedPlaces: 0 };
  for (let place = 0; (place + 2) * PLACE_BYTES <= head.length && place < PACK_PLACES; place += 1) {
    const one = new DataView(head.buffer, head.byteOffset + PLACE_BYTES * (place + 1), PLACE_BYTES);
    if (one.getUint32(28) === 0) continue;
    found.usedPlaces = place + 1;
    const preview = {
      place,
      segmentId: one.getFloat64(0),
      startMs: one.getFloat64(8),
      durationMs: one.getUint32(16),
      offset: one.getUint32(20),
      length: one.getUint32(24),
    };
    if (one.getUint32(28) === checkOf(one) && preview.length > 0) found.previews.push(preview);
  }
  return found;
}

/** Never zero, which marks an unused place. */
function checkOf(place: DataView): number {
  let sum = 17;
  for (let at = 0; at < 28; at += 4) sum = (Math.imul(sum, 31) + place.getUint32(at)) >>> 0;
  return sum === 0 ? 1 : sum;
}
