import type { ListedKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { isCharacterKey } from '../../parts/keyboard/single-keys.ts';

export type ReviewCommand = 'seen' | 'unseen' | 'next' | 'previous' | 'play' | 'open';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The command of a key; undefined leaves it to the browser. */
export function reviewCommandOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  { hasSingleKeys }: { hasSingleKeys: boolean },
): ReviewCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (!hasSingleKeys && isCharacterKey(key)) return undefined;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case ' ':
      return 'seen';
    case 'u':
      return 'unseen';
    case 'ArrowRight':
    case 'ArrowDown':
      return 'next';
    case 'ArrowLeft':
    case 'ArrowUp':
      return 'previous';
    case 'k':
      return 'play';
    case 'p':
      return 'open';
    default:
      return undefined;
  }
}

export const reviewKeys: readonly ListedKeys[] = [
  { keys: ['Space'], label: 'keys.reviewSeen' },
  { keys: ['←', '→'], label: 'keys.reviewMove' },
  { keys: ['U'], label: 'keys.reviewUnseen' },
  { keys: ['K'], label: 'keys.reviewPlay' },
  { keys: ['P'], label: 'keys.reviewOpen' },
];
