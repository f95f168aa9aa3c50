import type { ClipReader } from '@holdfast/db';
import { type Capability, holds } from '@holdfast/domain';

/** The clips that a user may see. */
export const clipReaderOf = ({
  userId,
  capabilities,
  onlyCameraId,
}: {
  userId: string;
  capabilities: readonly Capability[];
  onlyCameraId?: string | undefined;
}): ClipReader => ({
  userId,
  onlyCameraId,
  seesPlates: holds(capabilities, 'view_plates'),
  seesBookmarks: holds(capabilities, 'playback'),
});
