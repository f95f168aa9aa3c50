/**
 * Splits bytes at start codes, which cannot occur inside a unit; returns the bytes themselves if there are none, and
 * nothing if there are too many.
 */
export function splitAtStartCodes(bytes: Buffer, maxUnits: number): Buffer[] {
  let at = nextStartCode(bytes, 0);
  if (at < 0) return [bytes];
  const units: Buffer[] = [];
  const keep = (from: number, to: number) => {
    let end = to;
    // A start code may have more leading zeros.
    while (end > from && bytes[end - 1] === 0) end -= 1;
    if (end > from) units.push(bytes.subarray(from, end));
  };
  keep(0, at);
  while (at >= 0) {
    if (units.length === maxUnits) return [];
    const next = nextStartCode(bytes, at + 3);
    keep(at + 3, next < 0 ? bytes.length : next);
    at = next;
  }
  return units;
}

const nextStartCode = (bytes: Buffer, from: number): number => bytes.indexOf(START_CODE, from);
const START_CODE = Buffer.from([0, 0, 1]);

export const beginsWithStartCode = (bytes: Buffer, from: number): boolean =>
  bytes[from] === 0 &&
  bytes[from + 1] === 0 &&
  (bytes[from + 2] === 1 || (bytes[from + 2] === 0 && bytes[from + 3] === 1));
