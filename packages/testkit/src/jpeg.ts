const segment = (marker: number, ...payload: number[]) => [
  0xff,
  marker,
  (payload.length + 2) >> 8,
  (payload.length + 2) & 255,
  ...payload,
];

/** A JPEG with all markers; its content is noise. `padBytes` makes it larger. */
export function jpegOf({ width, height, padBytes = 0 }: { width: number; height: number; padBytes?: number }): Buffer {
  const frame = segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
  const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0x00, 0x34];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...frame, ...scan]),
    Buffer.alloc(padBytes, 0x55),
    Buffer.from([0xff, 0xd9]),
  ]);
}
