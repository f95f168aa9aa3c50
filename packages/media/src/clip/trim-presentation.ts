import { open } from 'node:fs/promises';
import { readBoxHeader } from '../mp4/box-header.ts';
import { viewOf } from '../mp4/byte-cursor.ts';
import { openByteSource } from '../mp4/byte-source.ts';
import { type ChildBox, childBoxes, needChild } from '../mp4/child-boxes.ts';

const MAX_MOOV_BYTES = 4 * 1024 * 1024;

/**
 * Ends the presentation of a finished MP4 after this time. A copy may contain pictures after its end, because pictures before
 * it refer to them; players decode them, but do not show them.
 */
export async function trimPresentation(path: string, lengthMs: number): Promise<void> {
  const found = await readMoov(path);
  if (!found) return;
  trimMoov(found.moov, lengthMs);
  await using file = await open(path, 'r+');
  await file.write(found.moov, 0, found.moov.length, found.offset);
}

async function readMoov(path: string): Promise<{ moov: Uint8Array; offset: number } | undefined> {
  const opened = await openByteSource(path);
  if (opened.kind === 'unreadable') return undefined;
  try {
    for (let offset = 0; ; ) {
      const reading = await readBoxHeader(opened.source, offset);
      if (reading.kind !== 'box') return undefined;
      const { type, size, headerSize } = reading.box;
      if (type === 'moov' && size <= MAX_MOOV_BYTES)
        return { moov: await opened.source.read(offset + headerSize, size - headerSize), offset: offset + headerSize };
      offset += size;
    }
  } finally {
    await opened.close();
  }
}

/** The children are views of the same bytes, so they are changed in place. */
function trimMoov(moov: Uint8Array, lengthMs: number): void {
  const children = childBoxes(moov);
  const header = needChild(children, 'mvhd');
  const isLong = header[0] === 1;
  const timescale = viewOf(header).getUint32(isLong ? 20 : 12);
  const length = Math.round((lengthMs * timescale) / 1000);
  limit(header, isLong, isLong ? 24 : 16, length);
  for (const { type, body } of children) if (type === 'trak') trimTrack(childBoxes(body), length);
}

function trimTrack(children: readonly ChildBox[], length: number): void {
  const header = needChild(children, 'tkhd');
  const isLong = header[0] === 1;
  limit(header, isLong, isLong ? 28 : 20, length);
  const edits = children.find(({ type }) => type === 'edts');
  const list = edits && childBoxes(edits.body).find(({ type }) => type === 'elst')?.body;
  if (!list) return;
  const hasLongEntries = list[0] === 1;
  const entryBytes = hasLongEntries ? 20 : 12;
  let left = length;
  for (let entry = 0; entry < viewOf(list).getUint32(4); entry += 1)
    left -= limit(list, hasLongEntries, 8 + entry * entryBytes, Math.max(0, left));
}

/** Lowers a duration to this limit and returns the result. */
function limit(box: Uint8Array, isLong: boolean, at: number, most: number): number {
  const view = viewOf(box);
  const now = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
  const next = Math.min(now, most);
  if (isLong) view.setBigUint64(at, BigInt(next));
  else view.setUint32(at, next);
  return next;
}
