import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { birthOnTime, nextStart, type SegmentBirth, type SegmentStart } from '@holdfast/domain';
import { errorCode } from './disk-fault.ts';
import type { SegmentDisk } from './segment-disk.ts';
import { namesIn, type StreamSpool } from './spool.ts';

/** A file that no child can reach any more. */
export interface ClaimedSegment {
  path: string;
  /** When it begins: its birth, unless its first picture was held up. */
  bornMs: number;
  /** The second it is to go by. */
  startMs: number;
  /** When its writer said it was closed; undefined for what a dead writer left behind. */
  closedMs: number | undefined;
  /** The first file of a run begins with pictures from before its birth: the restream keeps the last group for readers. */
  firstOfRun: boolean;
}

type BirthDisk = Pick<SegmentDisk, 'bornMs'>;

/** The last name given in a stream, so that the next one is another, and where it lies in the run's own time. */
export interface SegmentNaming {
  last: SegmentStart | undefined;
  lastBirth?: (SegmentBirth & { run: string }) | undefined;
}

const CLAIMED = /^(\d{1,16})-(\d{1,16})-[0-9a-f]+-\d{9}\.mp4$/;

/** What the name of a claimed file keeps. */
export function readClaimedName(name: string): SegmentStart | undefined {
  const [, born, start] = CLAIMED.exec(name) ?? [];
  return start === undefined ? undefined : { bornMs: Number(born), startMs: Number(start) };
}

/**
 * Takes a file away from its writer under a name that is never used again, and that keeps its birth and the second it is
 * to go by for a process that comes later. Undefined when there is no such file.
 */
export async function claimSegment({
  spool,
  run,
  fileName,
  closedMs,
  mediaMs,
  seenMs,
  naming,
  disk,
}: {
  spool: StreamSpool;
  run: string;
  fileName: string;
  closedMs: number | undefined;
  /** Where it begins in the run's own time, as far as its writer said. */
  mediaMs: number | undefined;
  /** When the file was seen to come into being, for file systems that do not keep births. */
  seenMs: number;
  naming: SegmentNaming;
  disk: BirthDisk;
}): Promise<ClaimedSegment | undefined> {
  const from = join(run, fileName);
  try {
    const fileMs = (await disk.bornMs(from)) ?? Math.floor(seenMs);
    const before = naming.lastBirth?.run === run ? naming.lastBirth : undefined;
    const bornMs = mediaMs === undefined ? fileMs : birthOnTime({ bornMs: fileMs, mediaMs }, before);
    const runId = basename(run).replace(/^run-/, '');
    const start = nextStart(bornMs, naming.last);
    const path = join(spool.claimedFolder, `${bornMs}-${start.startMs}-${runId}-${fileName}`);
    await rename(from, path);
    naming.last = start;
    naming.lastBirth = mediaMs === undefined ? undefined : { run, bornMs, mediaMs };
    return { path, ...start, closedMs, firstOfRun: fileName === FIRST_FILE };
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return undefined;
    throw err;
  }
}

const FIRST_FILE = '000000000.mp4';

/** What was claimed and not published, oldest first. */
export async function listClaimed(spool: StreamSpool): Promise<ClaimedSegment[]> {
  const names = await namesIn(spool.claimedFolder);
  return names
    .flatMap((name): ClaimedSegment[] => {
      const kept = readClaimedName(name);
      if (kept === undefined) return [];
      const path = join(spool.claimedFolder, name);
      return [{ path, ...kept, closedMs: undefined, firstOfRun: false }];
    })
    .sort((a, b) => a.bornMs - b.bornMs || (a.path < b.path ? -1 : 1));
}

/**
 * Everything a run has left, whether its writer finished it or not, in the order it was written. One that cannot be taken
 * stays where it is: a single damaged file must not keep the others, or a camera, waiting.
 */
export async function claimLeftovers({
  spool,
  run,
  seenMs,
  naming,
  disk,
  onFault,
}: {
  spool: StreamSpool;
  run: string;
  seenMs: number;
  naming: SegmentNaming;
  disk: BirthDisk;
  onFault: (err: unknown) => void;
}): Promise<ClaimedSegment[]> {
  const claimed: ClaimedSegment[] = [];
  for (const fileName of await namesIn(run)) {
    if (!/^\d{9}\.mp4$/.test(fileName)) continue;
    const one = await claimSegment({
      spool,
      run,
      fileName,
      closedMs: undefined,
      mediaMs: undefined,
      seenMs,
      naming,
      disk,
    }).catch(onFault);
    if (one) claimed.push(one);
  }
  return claimed;
}
