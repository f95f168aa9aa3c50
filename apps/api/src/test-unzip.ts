import { inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive. */
export function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const isPacked = archive.readUInt16LE(at + 8) === 8;
    const [size, nameLength, extra] = [
      archive.readUInt32LE(at + 18),
      archive.readUInt16LE(at + 26),
      archive.readUInt16LE(at + 28),
    ];
    const from = at + 30 + nameLength + extra;
    const bytes = archive.subarray(from, from + size);
    files[archive.toString('utf8', at + 30, at + 30 + nameLength)] = (
      isPacked ? inflateRawSync(bytes) : bytes
    ).toString();
    at = from + size;
  }
  return files;
}
