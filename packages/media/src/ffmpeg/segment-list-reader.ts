import { parseSegmentName } from '@holdfast/domain';

/** What the child's name for the file says: its UTC second, or only its place in the run. */
export type SpoolName = { kind: 'clock'; startMs: number } | { kind: 'sequence'; number: number };

export type SegmentListLine =
  | { kind: 'finished'; fileName: string; named: SpoolName; mediaStartSeconds: number; mediaEndSeconds: number }
  | { kind: 'unexpected' };

const LINE = /^([0-9TZ]+\.mp4),(-?[0-9]+\.[0-9]+),(-?[0-9]+\.[0-9]+)$/;

/**
 * One line of the list that ffmpeg writes when it has closed a segment: name, start and end in stream time. Only a name
 * that one of our own patterns could have made is taken, so no line can point outside the spool.
 */
export function readSegmentListLine(line: string): SegmentListLine {
  const [, fileName, start, end] = LINE.exec(line) ?? [];
  const named = fileName === undefined ? undefined : readSpoolName(fileName);
  if (fileName === undefined || named === undefined) return { kind: 'unexpected' };
  return { kind: 'finished', fileName, named, mediaStartSeconds: Number(start), mediaEndSeconds: Number(end) };
}

function readSpoolName(fileName: string): SpoolName | undefined {
  if (/^\d{9}\.mp4$/.test(fileName)) return { kind: 'sequence', number: Number(fileName.slice(0, 9)) };
  const parsed = parseSegmentName(fileName);
  return parsed && { kind: 'clock', startMs: parsed.startMs };
}
