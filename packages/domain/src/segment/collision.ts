import { parseSegmentName } from './name.ts';

const SIBLING = /^(.+)-r([1-9]\d{0,8})\.mp4$/;

export interface Sibling {
  /** The name without the suffix. */
  name: string;
  startMs: number;
  rank: number;
}

/** The name a segment takes when its own is in use: `...Z-r1.mp4`, then `-r2`, and so on. */
export function siblingName(name: string, rank: number): string {
  if (parseSegmentName(name) === undefined) throw new TypeError('siblings are made from segment names only');
  if (!Number.isSafeInteger(rank) || rank < 1 || rank > 999_999_999) throw new RangeError('sibling ranks begin at 1');
  return name.replace(/\.mp4$/, `-r${rank}.mp4`);
}

export function parseSiblingName(fileName: string): Sibling | undefined {
  const [, stem, rank] = SIBLING.exec(fileName) ?? [];
  if (stem === undefined) return undefined;
  const name = `${stem}.mp4`;
  const parsed = parseSegmentName(name);
  return parsed && { name, startMs: parsed.startMs, rank: Number(rank) };
}

/** A sibling is never indexed and never deleted. */
export const isSibling = (fileName: string): boolean => parseSiblingName(fileName) !== undefined;
