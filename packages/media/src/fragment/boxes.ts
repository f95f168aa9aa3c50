/** Builds MP4 boxes: size, type, body. For the small boxes of a file header; fragments are written in place. */
export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeUInt32BE(size, 0);
  bytes.write(type, 4, 'latin1');
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const fullBox = (type: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Buffer =>
  box(type, u32(((version << 24) | flags) >>> 0), ...parts);

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

export const u8 = (...values: readonly number[]): Buffer => Buffer.from(values);
export const zeros = (length: number): Buffer => Buffer.alloc(length);
export const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** The transformation of a picture that is shown as it is. */
export const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
