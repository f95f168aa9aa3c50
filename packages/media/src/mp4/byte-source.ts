import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Something with a fixed length that gives short ranges of itself; a read past the end gives fewer bytes. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export type OpenedFile =
  | { kind: 'opened'; source: ByteSource; close: () => Promise<void> }
  | { kind: 'unreadable'; code: string };

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

const WINDOW_BYTES = 16 * 1024;
const SMALL_BYTES = 4 * 1024;

/** Headers lie close together, and each read of its own would cost more than the bytes around it. */
function fileSource(handle: FileHandle, sizeBytes: number): ByteSource {
  let window: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() };

  const fill = async (offset: number, length: number): Promise<Uint8Array> => {
    const wanted = Math.max(0, Math.min(length, sizeBytes - offset));
    const buffer = new Uint8Array(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(buffer, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };

  return {
    sizeBytes,
    async read(offset, length) {
      if (length > SMALL_BYTES) return fill(offset, length);
      const isInside = offset >= window.at && offset + length <= window.at + window.bytes.length;
      if (!isInside) window = { at: offset, bytes: await fill(offset, WINDOW_BYTES) };
      // A copy: what is read may be changed by its reader.
      return window.bytes.slice(offset - window.at, offset - window.at + length);
    },
  };
}

// A link or a pipe planted in a storage folder must neither lead elsewhere nor hang the reader.
const SAFE_READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export async function openByteSource(path: string): Promise<OpenedFile> {
  let handle: FileHandle;
  try {
    handle = await open(path, SAFE_READ);
  } catch (error) {
    return { kind: 'unreadable', code: errorCode(error) };
  }
  try {
    const stat = await handle.stat();
    if (stat.isFile()) {
      return { kind: 'opened', source: fileSource(handle, stat.size), close: () => handle.close() };
    }
    await handle.close();
    return { kind: 'unreadable', code: 'ENOTFILE' };
  } catch (error) {
    await handle.close().catch(() => undefined);
    return { kind: 'unreadable', code: errorCode(error) };
  }
}
