import type { FrameSize } from '@holdfast/domain';
import { pictureBytes } from './full-picture.ts';

const MAX_HEADER_BYTES = 1024;
const MAX_SIDE = 16_384;
const NEWLINE = 0x0a;

export class NotY4m extends Error {}

/**
 * Splits ffmpeg's yuv4mpegpipe output into the planes of its pictures. The header contains the size. Each picture has
 * its own memory.
 */
export class Y4mSplitter {
  readonly #onPicture: (size: FrameSize, planes: Uint8Array) => void;
  #line = '';
  #size: FrameSize | undefined;
  #planes: Uint8Array | undefined;
  #filled = 0;

  constructor(onPicture: (size: FrameSize, planes: Uint8Array) => void) {
    this.#onPicture = onPicture;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; )
      at = this.#planes === undefined ? this.#readLine(chunk, at) : this.#fill(this.#planes, chunk, at);
  }

  #fill(planes: Uint8Array, chunk: Buffer, at: number): number {
    const bytes = Math.min(chunk.length - at, planes.length - this.#filled);
    planes.set(chunk.subarray(at, at + bytes), this.#filled);
    this.#filled += bytes;
    if (this.#filled === planes.length && this.#size !== undefined) {
      this.#planes = undefined;
      this.#onPicture(this.#size, planes);
    }
    return at + bytes;
  }

  #readLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(NEWLINE, at);
    this.#line += chunk.toString('latin1', at, end === -1 ? chunk.length : end);
    if (this.#line.length > MAX_HEADER_BYTES) throw new NotY4m('a header has no end');
    if (end === -1) return chunk.length;
    const line = this.#line;
    this.#line = '';
    if (this.#size === undefined) this.#size = sizeOfHeader(line);
    else if (/^FRAME( |$)/.test(line)) {
      this.#planes = new Uint8Array(pictureBytes(this.#size));
      this.#filled = 0;
    } else throw new NotY4m('a picture has no header');
    return end + 1;
  }
}

function sizeOfHeader(line: string): FrameSize {
  const [, width = '0', height = '0'] = /^YUV4MPEG2 W(\d{1,5}) H(\d{1,5}) .*C420/.exec(line) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (size.width < 1 || size.height < 1 || Math.max(size.width, size.height) > MAX_SIDE)
    throw new NotY4m('the header names no usable size');
  return size;
}
