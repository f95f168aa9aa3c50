import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Bytes } from './mount.ts';
import { Problem } from './problem.ts';

interface FileToServe {
  path: string;
  /** Changes when, and only when, the bytes do. */
  etag: string;
  /** For how long a browser may keep it without asking. */
  maxAgeSeconds: number;
  notFound: () => Problem;
}

/** A file with ranges and revalidation. A link planted in its place is not followed. */
export async function serveFile(
  request: FastifyRequest,
  { path, etag, maxAgeSeconds, notFound }: FileToServe,
): Promise<Bytes> {
  const headers = { 'accept-ranges': 'bytes', etag, 'cache-control': `private, max-age=${maxAgeSeconds}` };
  if (request.headers['if-none-match'] === etag) return { status: 304, bytes: '', headers };
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (!handle) throw notFound();
  try {
    const { size } = await handle.stat();
    const range = parseRange(request.headers.range, size);
    if (range === 'unsatisfiable')
      throw new Problem('range-not-satisfiable', { detail: `The file has ${size} bytes.` });
    return partOf(handle, { range, size, headers });
  } catch (err) {
    await handle.close();
    throw err;
  }
}

interface ByteRange {
  start: number;
  end: number;
}

function partOf(
  handle: FileHandle,
  { range, size, headers }: { range: ByteRange | undefined; size: number; headers: Record<string, string> },
): Bytes {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // Closes the handle when it ends, fails or is cut off.
  const bytes = handle.createReadStream({ start, end, highWaterMark: 256 * 1024 });
  const length = { 'content-length': String(end - start + 1) };
  if (!range) return { bytes, headers: { ...headers, ...length } };
  return { status: 206, bytes, headers: { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` } };
}

/** One range, ends included. Anything that is not one range of bytes is answered with the whole file, as HTTP allows. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(size, Number(to));
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
