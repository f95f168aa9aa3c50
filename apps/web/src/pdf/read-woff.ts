import { inflate } from './compress.ts';

export type FontTables = ReadonlyMap<string, Uint8Array>;

/** The tables of a WOFF file, which is how browsers get the fonts of this console. */
export async function readWoff(bytes: Uint8Array): Promise<FontTables> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== 0x774f4646) throw new Error('not a WOFF font');
  const tables = new Map<string, Uint8Array>();
  for (let n = 0; n < view.getUint16(12); n += 1) {
    const at = 44 + n * 20;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const offset = view.getUint32(at + 4);
    const packedLength = view.getUint32(at + 8);
    const packed = bytes.subarray(offset, offset + packedLength);
    // A table that would not become smaller is stored as it is.
    tables.set(tag, packedLength < view.getUint32(at + 12) ? await inflate(packed) : packed);
  }
  return tables;
}
