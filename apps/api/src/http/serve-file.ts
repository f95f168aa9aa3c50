import type { ByteSource, OpenedBytes } from '@holdfast/media';
import type { FastifyRequest } from 'fastify';
import type { Bytes } from './mount.ts';
import { type Problem, ProgramProblem } from './problem.ts';

interface FileToServe {
  open(): Promise<OpenedBytes>;
  /** Changes if and only if the bytes do. */
  etag: string;
  /** How long a browser may cache it without revalidating. */
  maxAgeSeconds: number;
  notFound: () => Problem;
}

/** A file with ranges and revalidation. */
export async function serveFile(
  request: FastifyRequest,
  { open, etag, maxAgeSeconds, notFound }: FileToServe,
): Promise<Bytes> {
  const headers = { 'accept-ranges': 'bytes', etag, 'cache-control': `private, max-age=${maxAgeSeconds}` };
  if (matchesTag(request.headers['if-none-match'], etag)) return { status: 304, bytes: '', headers };
  const opened = await open();
  if (opened.kind === 'unreadable') throw notFound();
  const { source, close } = opened;
  const size = source.sizeBytes;
  // A part of another version would not fit what the client already has.
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    await close();
    const headers = { 'content-range': `bytes */${size}` };
    throw new ProgramProblem('range-not-satisfiable', `The file has ${size} bytes.`, { headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const bytes = { ...piecesOf(source, { start, end }), close };
  if (!range) return { bytes, headers };
  return { status: 206, bytes, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` } };
}

/** Of `If-None-Match`: a list, any version, or a tag that a proxy which compresses has marked as weak. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim())) ?? false;

interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

function piecesOf(source: ByteSource, { start, end }: ByteRange) {
  let position = start;
  return {
    lengthBytes: end + 1 - start,
    fill: async (piece: Uint8Array): Promise<number> => {
      const filled = await source.readInto(piece.subarray(0, end + 1 - position), position);
      position += filled;
      return filled;
    },
  };
}

/** One range, ends inclusive. Anything else is answered with the whole file, as HTTP allows. */
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
