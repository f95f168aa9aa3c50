import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface Hashed {
  bytes: number;
  sha256: string;
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads a file once and hashes it. */
export async function hashFile(path: string, onRead: (bytes: number) => void, signal: AbortSignal): Promise<Hashed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, signal })) {
    hash.update(chunk);
    bytes += chunk.length;
    onRead(chunk.length);
  }
  return { bytes, sha256: hash.digest('hex') };
}

export interface ZipWriter {
  /** Settles once all of it is in the archive, so that the file may be deleted. */
  addFile(name: string, path: string, onRead: (bytes: number) => void): Promise<Hashed>;
  addText(name: string, text: string): void;
  close(): Promise<void>;
}

/** Stored without compression: video does not get smaller. */
export function createZip(path: string, { mtime, signal }: { mtime: Date; signal: AbortSignal }): ZipWriter {
  const zip = new yazl.ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path, { highWaterMark: CHUNK_BYTES }), { signal });
  // The error is reported by the next pending call; the archive re-emits errors of its sources, which must not be reported
  // twice.
  written.catch(() => undefined);
  zip.on('error', () => undefined);

  return {
    addFile: async (name, source, onRead) => {
      const { size } = await stat(source);
      const hash = createHash('sha256');
      const stream = createReadStream(source, { highWaterMark: CHUNK_BYTES, signal });
      stream.on('data', (chunk) => {
        hash.update(chunk);
        onRead(chunk.length);
      });
      const read = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
      zip.addReadStream(stream, name, { compress: false, size, mtime });
      try {
        // A full disk ends the output, and then nothing more is read.
        await Promise.race([read, written.then(() => read)]);
      } catch (err) {
        read.catch(() => undefined);
        stream.destroy();
        (zip.outputStream as Readable).destroy();
        throw err;
      }
      return { bytes: size, sha256: hash.digest('hex') };
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name, { compress: false, mtime }),
    close: async () => {
      zip.end();
      await written;
    },
  };
}
