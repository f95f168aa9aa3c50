/**
 * A machine-readable clock in a picture: the milliseconds as black and white fields, most significant first, with a checksum,
 * so that wrong readings are detected. Fields are large enough to survive compression and scaling.
 */
export const clockPicture = { width: 160, height: 96, columns: 8, rows: 6 };

const VALUE_BYTES = 5;
const RANGE = 2 ** (8 * VALUE_BYTES);

const bytesOf = (ms: number): number[] => {
  const value = Math.round(ms) % RANGE;
  const bytes = Array.from(
    { length: VALUE_BYTES },
    (_, i) => Math.floor(value / 2 ** (8 * (VALUE_BYTES - 1 - i))) & 0xff,
  );
  return [...bytes, bytes.reduce((sum, byte) => (sum * 31 + byte) & 0xff, 7)];
};

/** One grey picture of this time. */
export function drawClock(ms: number): Uint8Array {
  const { width, height, columns, rows } = clockPicture;
  const bytes = bytesOf(ms);
  const picture = new Uint8Array(width * height);
  const [fieldWidth, fieldHeight] = [width / columns, height / rows];
  for (let row = 0; row < rows; row += 1) {
    const start = row * fieldHeight * width;
    for (let column = 0; column < columns; column += 1) {
      const level = ((bytes[row] ?? 0) >> (7 - column)) & 1 ? 235 : 16;
      picture.fill(level, start + column * fieldWidth, start + (column + 1) * fieldWidth);
    }
    for (let line = 1; line < fieldHeight; line += 1) picture.copyWithin(start + line * width, start, start + width);
  }
  return picture;
}

/**
 * The time in an RGBA picture of the clock's own size; undefined if it cannot be read. Self-contained, so that it also runs in
 * a page.
 */
export function readClock(rgba: ArrayLike<number>): number | undefined {
  const [width, columns, rows] = [160, 8, 6];
  const [fieldWidth, fieldHeight] = [20, 16];
  const bytes: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    let byte = 0;
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column * fieldWidth + fieldWidth / 2, row * fieldHeight + fieldHeight / 2];
      byte = byte * 2 + ((rgba[(y * width + x) * 4] ?? 0) > 125 ? 1 : 0);
    }
    bytes.push(byte);
  }
  const check = bytes.pop();
  if (bytes.reduce((sum, byte) => (sum * 31 + byte) & 0xff, 7) !== check) return undefined;
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Milliseconds between two readings, the shorter way around the clock's range. */
export const clockDifference = (a: number, b: number): number => {
  const apart = ((((a - b) % RANGE) + RANGE) % RANGE) as number;
  return apart > RANGE / 2 ? apart - RANGE : apart;
};
