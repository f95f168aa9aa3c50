export type SegmentListLine =
  | { kind: 'finished'; fileName: string; mediaStartSeconds: number; mediaEndSeconds: number }
  | { kind: 'unexpected' };

const LINE = /^(\d{9}\.mp4),(-?[0-9]+\.[0-9]+),(-?[0-9]+\.[0-9]+)$/;

/**
 * One line of the list that ffmpeg writes when it has closed a segment: name, start and end in stream time. Only a name
 * that our own pattern could have made is taken, so no line can point outside the spool.
 */
export function readSegmentListLine(line: string): SegmentListLine {
  const [, fileName, start, end] = LINE.exec(line) ?? [];
  if (fileName === undefined) return { kind: 'unexpected' };
  return { kind: 'finished', fileName, mediaStartSeconds: Number(start), mediaEndSeconds: Number(end) };
}
