/** Bytes received and sent by these network interfaces, from the text of /proc/net/dev. */
export function parseNetwork(text: string, names: ReadonlySet<string>): { inBytes: number; outBytes: number } | null {
  const lines = text.split('\n').flatMap((line) => {
    const [, name = '', figures = ''] = /^\s*([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    return names.has(name) ? [figures.split(/\s+/).map(Number)] : [];
  });
  return lines.length === 0
    ? null
    : { inBytes: sumOf(lines.map(([bytes]) => bytes)), outBytes: sumOf(lines.map((figures) => figures[8])) };
}

/** Sectors in this file have 512 bytes, regardless of the disk's sectors. */
const SECTOR_BYTES = 512;

/** Bytes read and written by these disks, from the text of /proc/diskstats. */
export function parseDisks(
  text: string,
  names: ReadonlySet<string>,
): { readBytes: number; writtenBytes: number } | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , name = '']) => names.has(name));
  return lines.length === 0
    ? null
    : {
        readBytes: sumOf(lines.map((fields) => Number(fields[5]))) * SECTOR_BYTES,
        writtenBytes: sumOf(lines.map((fields) => Number(fields[9]))) * SECTOR_BYTES,
      };
}

const sumOf = (figures: readonly (number | undefined)[]): number =>
  figures.reduce<number>((sum, figure) => sum + (Number.isFinite(figure) ? (figure ?? 0) : 0), 0);
