import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openRegularFile, syncFolder } from '@holdfast/kit';
import { INCOMING } from '../storage/incoming.ts';
import { makeDurableFolder } from '../storage/make-durable-folder.ts';

const CHUNK_BYTES = 1024 * 1024;

export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
  readonly code = 'EBADMSG';
}

export type WriteBytes = (target: FileHandle, bytes: Uint8Array) => Promise<unknown>;

const writeAll: WriteBytes = (target, bytes) => target.writeFile(bytes);

/**
 * Copies a file to a new name. The copy gets its name only after it was read back and found identical. On failure, only
 * files created by this call are deleted.
 */
export async function copyVerified({
  source,
  root,
  target,
  writeBytes = writeAll,
}: {
  source: string;
  root: string;
  target: string;
  writeBytes?: WriteBytes;
}): Promise<void> {
  const folder = join(root, INCOMING);
  await makeDurableFolder({ root, folder });
  const draft = join(folder, randomUUID());
  const to = await open(draft, 'wx', 0o640);
  try {
    let written: string;
    try {
      written = await readThrough(source, (bytes) => writeBytes(to, bytes));
      await to.sync();
    } finally {
      await to.close();
    }
    if ((await digestOf(draft)) !== written) throw new CopyDiffers(`the copy of ${source} differs from it`);
    await makeDurableFolder({ root, folder: dirname(target) });
    await link(draft, target);
    await syncFolder(dirname(target));
  } finally {
    await unlink(draft);
  }
}

/** Length and SHA-256 of the bytes. */
export const digestOf = (path: string): Promise<string> => readThrough(path, async () => {});

async function readThrough(path: string, onBytes: (bytes: Uint8Array) => Promise<unknown>): Promise<string> {
  const handle = await openRegularFile(path);
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, length);
      if (bytesRead === 0) return `${length} ${hash.digest('hex')}`;
      const bytes = chunk.subarray(0, bytesRead);
      hash.update(bytes);
      await onBytes(bytes);
      length += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
