import type { FileHandle } from 'node:fs/promises';
import { fileFault, openRegularFile } from '@holdfast/kit';

/** Something with a fixed length that gives short ranges of itself; a read past the end gives fewer bytes. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  /** The same into memory of the caller's own; tells how much came. */
  readInto(into: Uint8Array, offset: number): Promise<number>;
}

/** Whoever opens one closes it. */
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

/** Boxes are asked for in small pieces, one beside the other; each call to the disk has its price. */
const WINDOW_BYTES = 8 * 1024;

function fileSource(handle: FileHandle, sizeBytes: number): ByteSource {
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
    // Not cleared: every byte that is handed out was read.
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
      // A copy: whoever moves fragments on the timeline writes into what it read.
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
