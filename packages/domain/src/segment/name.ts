const NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.mp4$/;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** `20261115T150146Z.mp4` for any moment within that second, in UTC. */
export function segmentName(startMs: number): string {
  if (!(startMs >= 0 && startMs <= LAST_MS)) throw new RangeError('segment start outside 1970..9999');
  const iso = new Date(startMs).toISOString();
  return `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z.mp4`;
}

/** The second in a segment's name; undefined for anything else, including siblings. */
export function parseSegmentName(name: string): { startMs: number } | undefined {
  const [, ...fields] = NAME.exec(name) ?? [];
  if (fields.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  const startMs = Date.UTC(year, month - 1, day, hour, minute, second);
  // A 30th of February or a 61st minute rolls over into another name.
  return startMs >= 0 && startMs <= LAST_MS && segmentName(startMs) === name ? { startMs } : undefined;
}
