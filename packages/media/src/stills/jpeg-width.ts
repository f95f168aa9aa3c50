const START_OF_IMAGE = 0xffd8;
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
/** Between the frame headers: Huffman tables, reserved, arithmetic coding. */
const NO_FRAME = [0xc4, 0xc8, 0xcc];

/** The width in the frame header of a JPEG; undefined if it has none. */
export function jpegWidth(jpeg: Buffer): number | undefined {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== START_OF_IMAGE) return undefined;
  // Each marker is followed by the length of its segment, which includes the length itself.
  for (let at = 2; at + 9 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1);
    // Precision and height come first.
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAME.includes(marker)) return jpeg.readUInt16BE(at + 7);
  }
  return undefined;
}
