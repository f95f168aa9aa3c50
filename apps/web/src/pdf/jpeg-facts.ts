export interface JpegFacts {
  width: number;
  height: number;
  /** 1 is grey, 3 is colour, 4 is CMYK. */
  components: number;
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Size and colours of a JPEG; undefined if it is none. */
export function jpegFacts(bytes: Uint8Array): JpegFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: bytes[at + 9] ?? 0 };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
