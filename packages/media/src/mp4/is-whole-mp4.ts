import { decodeBoxHeader } from './box-header.ts';
import { childBoxes, findChild } from './child-boxes.ts';

const MAX_BOXES = 10_000;
const VIDEO = 'vide';
/** In `hdlr`: version and flags, then a reserved word, then the kind of the track. */
const HANDLER_AT = 8;

/**
 * Whether bytes from an external source are a complete MP4 with a video track. A file that is truncated inside a box is
 * not.
 */
export function isWholeMp4(bytes: Uint8Array): boolean {
  const types: string[] = [];
  let hasVideo = false;
  let offset = 0;
  while (offset < bytes.length) {
    if (types.length === MAX_BOXES) return false;
    const reading = decodeBoxHeader(bytes.subarray(offset, offset + 16), { offset, limit: bytes.length });
    if (reading.kind !== 'box') return false;
    const { type, headerSize, size } = reading.box;
    types.push(type);
    if (type === 'moov') hasVideo ||= holdsVideo(bytes.subarray(offset + headerSize, offset + size));
    offset += size;
  }
  return types[0] === 'ftyp' && hasVideo && types.includes('mdat');
}

function holdsVideo(moov: Uint8Array): boolean {
  try {
    return childBoxes(moov).some(({ type, body }) => type === 'trak' && kindOf(body) === VIDEO);
  } catch {
    return false;
  }
}

function kindOf(track: Uint8Array): string | undefined {
  const media = findChild(childBoxes(track), 'mdia');
  const handler = media && findChild(childBoxes(media), 'hdlr');
  return handler && String.fromCharCode(...handler.subarray(HANDLER_AT, HANDLER_AT + 4));
}
