import type { Bookmark } from '../../api/queries.ts';

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Whether every typed word occurs in a bookmark, in any order and case. */
export function matchesWords(
  { label, note }: Pick<Bookmark, 'label' | 'note'>,
  cameraName: string,
  words: string,
): boolean {
  const text = fold(`${label}\n${note ?? ''}\n${cameraName}`);
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
