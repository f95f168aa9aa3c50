import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const PIECE_BYTES = 1024 * 1024;

/** Reads a folder's files into the page cache, so that the disk is not part of the measurement. */
export async function readIntoMemory(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const bytes = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: PIECE_BYTES });
    for await (const _piece of bytes);
  }
}
