import type { ByteSource } from './byte-source.ts';

export interface BoxHeader {
  type: string;
  offset: number;
  headerSize: number;
  size: number;
}

/**
 * `incomplete`: the box starts here but its bytes end before it does (a writer was killed).
 * `malformed`: no box can start with these bytes.
 */
export type HeaderReading =
  | { kind: 'box'; box: BoxHeader }
  | { kind: 'end' }
  | { kind: 'incomplete'; type: string | undefined }
  | { kind: 'malformed' };

const isPrintable = (type: string) => /^[\x20-\x7e\xa9]{4}$/.test(type);

/** Decodes one box header from the first bytes at `offset`; `limit` is the end of the enclosing box or file. */
export function decodeBoxHeader(head: Uint8Array, { offset, limit }: { offset: number; limit: number }): HeaderReading {
  if (offset === limit) return { kind: 'end' };
  if (head.length < 8) return { kind: 'incomplete', type: undefined };
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const type = String.fromCharCode(view.getUint8(4), view.getUint8(5), view.getUint8(6), view.getUint8(7));
  if (!isPrintable(type)) return { kind: 'malformed' };
  const size32 = view.getUint32(0);
  // Size 0 means "to the end of the file": such a box can never be known to be complete.
  if (size32 === 0) return { kind: 'incomplete', type };
  if (size32 !== 1) return sized({ type, offset, headerSize: 8, size: size32 }, limit);
  if (head.length < 16) return { kind: 'incomplete', type };
  const size64 = view.getBigUint64(8);
  if (size64 > BigInt(Number.MAX_SAFE_INTEGER)) return { kind: 'malformed' };
  return sized({ type, offset, headerSize: 16, size: Number(size64) }, limit);
}

function sized(box: BoxHeader, limit: number): HeaderReading {
  if (box.size < box.headerSize) return { kind: 'malformed' };
  return box.offset + box.size > limit ? { kind: 'incomplete', type: box.type } : { kind: 'box', box };
}

export async function readBoxHeader(source: ByteSource, offset: number): Promise<HeaderReading> {
  const limit = source.sizeBytes;
  const head = await source.read(offset, Math.min(16, limit - offset));
  return decodeBoxHeader(head, { offset, limit });
}
