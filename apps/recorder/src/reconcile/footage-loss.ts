import { lstat } from 'node:fs/promises';
import { fileFault } from '@holdfast/kit';
import { readSegmentFacts } from '@holdfast/media';

export type FootageLoss = 'none' | 'gone' | 'damaged';

/**
 * Whether an indexed file is still the one that was recorded. A published file never changes its size, so another size
 * means that another program emptied, cut or overwrote it. The content is read only of a file that a reader could not play.
 * Of the errors only ENOENT counts as gone, because any other may be a failing disk; so does anything but a regular file.
 */
export async function footageLoss(
  file: string,
  { sizeBytes }: { sizeBytes: number },
  { isSuspect }: { isSuspect: boolean },
): Promise<FootageLoss> {
  try {
    const facts = await lstat(file);
    if (!facts.isFile()) return 'gone';
    if (facts.size !== sizeBytes) return 'damaged';
  } catch (err) {
    return fileFault(err) === 'ENOENT' ? 'gone' : 'none';
  }
  if (!isSuspect) return 'none';
  const { kind } = await readSegmentFacts(file);
  return kind === 'segment' || kind === 'unreadable' ? 'none' : 'damaged';
}
