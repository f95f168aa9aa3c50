import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentStart, StreamRef } from '@holdfast/domain';
import { fileFault } from '@holdfast/kit';

export const SPOOL_FOLDER = '.spool';

/**
 * The folder in which a stream's files are written. It is on the storage's own file system, so that publishing is a
 * link and never a copy.
 */
export const spoolFolder = (root: string, { cameraId, stream }: StreamRef): string =>
  join(root, SPOOL_FOLDER, cameraId, stream);

/**
 * Creates the folder. Each level is created separately and never the root: an unmounted disk must not become a folder
 * on the disk below it.
 */
export async function openSpool(root: string, ref: StreamRef): Promise<string> {
  const folder = spoolFolder(root, ref);
  for (const one of [join(root, SPOOL_FOLDER), join(root, SPOOL_FOLDER, ref.cameraId), folder]) await makeFolder(one);
  return folder;
}

const NAME = /^(\d{1,16})-(\d{1,16})-[0-9a-f]+-\d{9}\.mp4$/;

/** A unique name. It contains the start of the file and the second for its final name, for a later process. */
export const spoolName = (
  { preciseStartMs, startMs }: SegmentStart,
  { recordingId, number }: { recordingId: string; number: number },
): string => `${preciseStartMs}-${startMs}-${recordingId}-${String(number).padStart(9, '0')}.mp4`;

function readSpoolName(name: string): SegmentStart | undefined {
  const [, preciseStart, start] = NAME.exec(name) ?? [];
  return start === undefined ? undefined : { preciseStartMs: Number(preciseStart), startMs: Number(start) };
}

export interface SpooledFile extends SegmentStart {
  path: string;
}

/** The files of a spool, oldest first. */
export async function listSpooled(folder: string): Promise<SpooledFile[]> {
  return (await namesIn(folder))
    .flatMap((name): SpooledFile[] => {
      const kept = readSpoolName(name);
      return kept === undefined ? [] : [{ path: join(folder, name), ...kept }];
    })
    .sort((a, b) => a.preciseStartMs - b.preciseStartMs || (a.path < b.path ? -1 : 1));
}

export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    (err: unknown) => {
      if (fileFault(err) === 'ENOENT') return [];
      throw err;
    },
  );

/** True if it was created by this call. */
export async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (err) {
    if (fileFault(err) === 'EEXIST') return false;
    throw err;
  }
}
