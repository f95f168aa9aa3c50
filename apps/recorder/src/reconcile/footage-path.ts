import { parseSegmentName, parseSiblingName } from '@holdfast/domain';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DAY = /^\d{8}$/;

export const isCameraFolder = (name: string): boolean => UUID.test(name);
export const isDayFolder = (name: string): boolean =>
  DAY.test(name) && parseSegmentName(`${name}T000000Z.mp4`) !== undefined;

export type FootageName = { kind: 'segment'; startMs: number } | { kind: 'sibling' } | { kind: 'foreign' };

/** Parses a file name in a day folder, where the segment of another day is foreign. */
export function readFootageName(name: string, day: string): FootageName {
  if (parseSiblingName(name)) return { kind: 'sibling' };
  const parsed = parseSegmentName(name);
  return parsed && name.startsWith(`${day}T`) ? { kind: 'segment', startMs: parsed.startMs } : { kind: 'foreign' };
}
