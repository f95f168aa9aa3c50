import type { SegmentDisk, SpoolHandle } from '../segments/segment-disk.ts';

/** Spool files in memory, for tests of what is written into them. */
export function createMemoryDisk(): { disk: SegmentDisk; files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  const handleOf = (path: string): SpoolHandle => ({
    append: async (pieces) =>
      void files.set(
        path,
        Buffer.concat([files.get(path) ?? Buffer.alloc(0), ...pieces.map((one) => Buffer.from(one))]),
      ),
    writeAt: async (bytes, position) => void bytes.copy(files.get(path) as Buffer, position),
    truncate: async (length) => void files.set(path, (files.get(path) as Buffer).subarray(0, length)),
    dateTo: async () => {},
    sync: async () => {},
    close: async () => {},
  });
  const disk = {
    create: async (path: string) => {
      files.set(path, Buffer.alloc(0));
      return handleOf(path);
    },
    reopen: async (path: string) => handleOf(path),
    remove: async (path: string) => void files.delete(path),
  } as unknown as SegmentDisk;
  return { disk, files };
}
