import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault, isFull } from '@holdfast/kit';
import type { ByteSource } from '../mp4/byte-source.ts';
import type { ExportOrder, ExportResult } from './export-order.ts';
import { type FootageSource, leadMsOf, UnplayableFootage, withFootage } from './footage-source.ts';
import { type CopiedBytes, planMovie } from './plan-movie.ts';

const PIECE_BYTES = 1024 * 1024;
/** Written data is sent to the disk this often, so that recordings on it never wait behind gigabytes. */
const SYNC_BYTES = 64 * 1024 * 1024;

/** Writes recorded samples unchanged to a plain MP4, in this process: copying bytes is cheaper than another program. */
export async function copyExport(order: ExportOrder): Promise<ExportResult> {
  const { sources, wanted, audio, signal } = order;
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const leadMs = await leadMsOf(first, wanted);
  const { head, parts, endMs } = await planMovie(sources, { wanted, leadMs, audio });
  signal.throwIfAborted();
  const output = await openOutput(join(order.folder, order.name));
  if ('kind' in output) return output;
  try {
    await output.write(head);
    for (const { source, copied } of parts)
      await withFootage(source, async (bytes) => {
        for (const range of copied) await copyRange({ source, bytes, range, output, order });
      });
    return { kind: 'written', covered: { startMs: leadMs, endMs } };
  } catch (error) {
    if (error instanceof WriteFault) return error.writing;
    throw error;
  } finally {
    await output.close();
  }
}

interface Copying {
  source: FootageSource;
  bytes: ByteSource;
  range: CopiedBytes;
  output: Output;
  order: ExportOrder;
}

async function copyRange({ source, bytes, range, output, order }: Copying): Promise<void> {
  for (let copied = 0; copied < range.length; ) {
    order.signal.throwIfAborted();
    const piece = output.piece.subarray(0, Math.min(PIECE_BYTES, range.length - copied));
    const read = await bytes.readInto(piece, range.offset + copied);
    // The file became shorter since it was planned.
    if (read < piece.length) throw new UnplayableFootage(source.segmentId);
    await output.write(piece);
    copied += piece.length;
    order.onFed(piece.length);
  }
}

/** A fault of the output, as opposed to one of the footage. */
class WriteFault extends Error {
  readonly writing: ExportResult & { kind: 'failed' };
  constructor(error: unknown) {
    const code = fileFault(error);
    super(code);
    this.writing = { kind: 'failed', reason: code, diskFull: isFull(code) };
  }
}

interface Output {
  /** Reused for every piece that is copied. */
  piece: Buffer;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

async function openOutput(path: string): Promise<Output | WriteFault['writing']> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    return new WriteFault(error).writing;
  }
  let unsynced = 0;
  return {
    piece: Buffer.allocUnsafeSlow(PIECE_BYTES),
    write: async (bytes) => {
      try {
        for (let written = 0; written < bytes.length; )
          written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
        unsynced += bytes.length;
        if (unsynced < SYNC_BYTES) return;
        unsynced = 0;
        await handle.datasync();
      } catch (error) {
        throw new WriteFault(error);
      }
    },
    close: () => handle.close(),
  };
}
