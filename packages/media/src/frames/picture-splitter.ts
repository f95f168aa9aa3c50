/** One uncompressed picture: one byte a pixel in grey, three (R, G, B) in colour, rows from the top without padding. */
export interface Picture {
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
  /** Owns its memory, so that it can be handed to a worker thread. */
  pixels: Uint8Array<ArrayBuffer>;
}

export interface PictureSplitter {
  /** Throws `MalformedPicture` when the bytes are not PGM or PPM within bounds. */
  push(chunk: Uint8Array): void;
}

export class MalformedPicture extends Error {
  override name = 'MalformedPicture';
}

const MAX_SIDE_PX = 8192;
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
/** `P6`, two numbers of four digits, 255, and the white space between them. */
const MAX_HEADER_BYTES = 24;
const HEADER = /^P([56])\s(\d{1,4})\s(\d{1,4})\s255\s/;

/** Cuts a stream of binary PGM and PPM pictures apart. Holds one picture at most, whose memory is allocated once. */
export function splitPictures(onPicture: (picture: Picture) => void): PictureSplitter {
  let header = '';
  let picture: Picture | undefined;
  let filled = 0;

  const readHeader = (chunk: Uint8Array, from: number): number => {
    const before = header.length;
    const text = header + Buffer.from(chunk.subarray(from, from + MAX_HEADER_BYTES - before)).toString('latin1');
    const found = HEADER.exec(text);
    if (!found) {
      if (text.length >= MAX_HEADER_BYTES) throw new MalformedPicture('The decoder sent no picture header.');
      header = text;
      return chunk.length;
    }
    const channels = found[1] === '5' ? 1 : 3;
    const [widthPx, heightPx] = [Number(found[2]), Number(found[3])];
    const bytes = widthPx * heightPx * channels;
    if (bytes === 0 || Math.max(widthPx, heightPx) > MAX_SIDE_PX || bytes > MAX_PICTURE_BYTES)
      throw new MalformedPicture('The decoder sent a picture of an impossible size.');
    header = '';
    picture = { widthPx, heightPx, channels, pixels: new Uint8Array(bytes) };
    filled = 0;
    return from + found[0].length - before;
  };

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (!picture) {
          at = readHeader(chunk, at);
          continue;
        }
        const part = chunk.subarray(at, at + picture.pixels.length - filled);
        picture.pixels.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < picture.pixels.length) continue;
        const complete = picture;
        picture = undefined;
        onPicture(complete);
      }
    },
  };
}
