import { realpath } from 'node:fs/promises';
import type { Clock } from '@holdfast/kit';
import type { FewAtOnce } from '../storage/few-at-once.ts';
import { awaitWriter } from './await-writer.ts';
import { type ClaimedSegment, claimLeftovers, listClaimed, type SegmentNaming } from './claim-segment.ts';
import type { SegmentDisk } from './segment-disk.ts';
import { listRuns, removeEmptyFolder, spoolOf } from './spool.ts';
import type { StreamRef } from './stream-ref.ts';

const WRITER_WAIT_MS = 3_000;

/**
 * Everything that lies in the spool of a stream, oldest first: what was claimed and not published, and what ended runs
 * wrote and nobody claimed. For the holder of the spool, while no run of its own is under way.
 */
export async function takeLeftovers({
  root,
  ref,
  naming,
  disk,
  few,
  clock,
  onFault,
}: {
  root: string;
  ref: StreamRef;
  naming: SegmentNaming;
  disk: Pick<SegmentDisk, 'bornMs'>;
  few: FewAtOnce;
  clock: Clock;
  /** Of one file; the others are taken all the same. */
  onFault: (err: unknown) => void;
}): Promise<ClaimedSegment[]> {
  const spool = spoolOf(root, ref);
  for (const run of await few(root, () => listRuns(spool))) {
    const writersAt = await few(root, () => realpath(run));
    await awaitWriter(writersAt, { waitMs: WRITER_WAIT_MS });
    await few(root, async () => {
      await claimLeftovers({ spool, run, seenMs: clock.now(), naming, disk, onFault });
      await removeEmptyFolder(run);
    });
  }
  return few(root, () => listClaimed(spool));
}
