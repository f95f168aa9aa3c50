import type { Change, ChangeMessage } from '@holdfast/contract';
import type { ChangeView } from './load-changes.ts';
import type { Viewer } from './viewer.ts';

/** A message that only carries a cursor, and whether everything is to be loaded again. */
export const cursorText = (cursor: string, { reset }: { reset: boolean }): string =>
  JSON.stringify({ cursor, reset, changes: [] } satisfies ChangeMessage);

/** The message for a viewer; undefined if they may see nothing of it. Viewers share one text per change. */
export function changeTexts(views: readonly ChangeView[], cursor: string): (viewer: Viewer) => string | undefined {
  const texts = new Map<Change, string>();
  const textOf = (change: Change) => {
    const known = texts.get(change) ?? JSON.stringify(change);
    texts.set(change, known);
    return known;
  };
  return (viewer) => {
    const visible = views.flatMap((view) => view(viewer) ?? []);
    if (visible.length === 0) return undefined;
    return `{"cursor":"${cursor}","reset":false,"changes":[${visible.map(textOf).join(',')}]}`;
  };
}
