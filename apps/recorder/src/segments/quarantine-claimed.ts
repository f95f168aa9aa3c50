import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClaimedSegment } from './claim-segment.ts';
import { makeFolder } from './spool.ts';
import type { StreamRef } from './stream-ref.ts';

export const QUARANTINE_FOLDER = '.quarantine';

/** Out of the way, and kept for a while: somebody may still make sense of it. */
export async function quarantineClaimed({
  root,
  ref,
  claimed,
}: {
  root: string;
  ref: StreamRef;
  claimed: ClaimedSegment;
}): Promise<void> {
  const folder = join(root, QUARANTINE_FOLDER);
  await makeFolder(folder);
  // The claimed name is unique, so nothing can be in its place.
  await rename(claimed.path, join(folder, `${ref.cameraId}-${ref.stream}-${basename(claimed.path)}`));
}
