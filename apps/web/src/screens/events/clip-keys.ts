import type { ListedKeys } from '../../parts/keyboard/shortcuts-help.ts';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export type ClipMove = 'newer' | 'older';

/** Which neighbour of the open clip a key leads to; undefined leaves it to the browser. */
export function clipMoveOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): ClipMove | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (key === 'ArrowLeft') return 'newer';
  return key === 'ArrowRight' ? 'older' : undefined;
}

/** The clip beside another one in a list whose newest comes first; undefined at its ends and if it is not in the list. */
export function neighbourOf<T extends { id: string }>(
  clips: readonly T[],
  id: string,
  direction: ClipMove,
): T | undefined {
  const place = clips.findIndex((clip) => clip.id === id);
  if (place < 0) return undefined;
  return direction === 'newer' ? clips[place - 1] : clips[place + 1];
}

/** Elements that use the arrow keys themselves: a video moves in time, a menu from item to item. */
export const OWN_ARROWS = 'video, input:not([type="checkbox"]), textarea, select, [role="menu"]';

export const clipKeys: readonly ListedKeys[] = [{ keys: ['←', '→'], label: 'keys.clipMove' }];
