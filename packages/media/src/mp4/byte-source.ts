import type { FileHandle } from 'node:fs/promises';
import { fileFault, openRegularFile } from '@holdfast/kit';

/** A byte sequence of fixed length, read in ranges. A read past the end returns fewer bytes. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Reads into a buffer of the caller; returns the number of bytes. */
  readInto(into: Uint8Array, offset: number): Promise<number>;
}

/** The caller that opens one has to close it. */
export type OpenedBytes =
  | { kind: 'opened'; source: ByteSource; close: () => Promise<void> }
  | { kind: 'unreadable'; code: string };

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
  readInto: async (into, offset) => {
    const part = bytes.subarray(offset, offset + into.length);
    into.set(part);
    return part.length;
  },
});

/** Bytes that are in memory already. */
export const openedBytes = (bytes: Uint8Array): OpenedBytes => ({
  kind: 'opened',
  source: bytesSource(bytes),
  close: async () => undefined,
});

/** Box headers are read in small neighbouring pieces; reading a window at once saves system calls. */
const WINDOW_BYTES = 8 * 1024;

/** The bytes of an open file. */
export function fileSource(handle: FileHandle, sizeBytes: number): ByteSource {
  let window = { offset: 0, bytes: new Uint8Array(0) };

  const readInto = async (into: Uint8Array, offset: number): Promise<number> => {
    const wanted = Math.max(0, Math.min(into.length, sizeBytes - offset));
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(into, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  };

  const fill = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    // Uninitialised memory is safe here: only bytes that were read are returned.
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, sizeBytes - offset)));
    return buffer.subarray(0, await readInto(buffer, offset));
  };

  return {
    sizeBytes,
    readInto,
    async read(offset, length) {
      if (length > WINDOW_BYTES) return fill(offset, length);
      const isInside = offset >= window.offset && offset + length <= window.offset + window.bytes.length;
      if (!isInside) window = { offset, bytes: await fill(offset, WINDOW_BYTES) };
      // A copy, because callers that shift fragments modify the bytes.
      return new Uint8Array(window.bytes.subarray(offset - window.offset, offset - window.offset + length));
    },
  };
}

export async function openByteSource(path: string): Promise<OpenedBytes> {
  try {
    const handle = await openRegularFile(path);
    const { size } = await handle.stat();
    return { kind: 'opened', source: fileSource(handle, size), close: () => handle.close() };
  } catch (error) {
    return { kind: 'unreadable', code: fileFault(error) };
  }
}
