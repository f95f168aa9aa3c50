import type { ListedKeys } from '../../parts/shortcuts-help.ts';
import { isCharacterKey } from '../../parts/single-keys.ts';

export type Command =
  | {
      kind:
        | 'toggle'
        | 'wholeDay'
        | 'dayStart'
        | 'live'
        | 'export'
        | 'bookmark'
        | 'clear'
        | 'sound'
        | 'fullScreen'
        | 'typeTime';
    }
  | { kind: 'shuttle' | 'frame' | 'speed' | 'zoom'; direction: 1 | -1 }
  | { kind: 'run'; direction: 'next' | 'previous' }
  | { kind: 'move'; direction: 1 | -1; isLarge: boolean }
  | { kind: 'mark'; edge: 'start' | 'end' }
  | { kind: 'solo'; pane: number };

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The command of a key; undefined leaves it to the browser. */
export function commandOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  { hasSingleKeys }: { hasSingleKeys: boolean },
): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (!hasSingleKeys && isCharacterKey(key)) return undefined;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (/^[1-9]$/.test(letter)) return { kind: 'solo', pane: Number(letter) - 1 };
  switch (letter) {
    case ' ':
    case 'k':
      return { kind: 'toggle' };
    case 'j':
      return { kind: 'shuttle', direction: -1 };
    case 'l':
      return { kind: 'shuttle', direction: 1 };
    case 'ArrowLeft':
      return { kind: 'move', direction: -1, isLarge: shiftKey };
    case 'ArrowRight':
      return { kind: 'move', direction: 1, isLarge: shiftKey };
    case 'ArrowUp':
      return { kind: 'speed', direction: 1 };
    case 'ArrowDown':
      return { kind: 'speed', direction: -1 };
    case ',':
      return { kind: 'frame', direction: -1 };
    case '.':
      return { kind: 'frame', direction: 1 };
    case '[':
    case '<':
    case ';':
    case 'PageUp':
      return { kind: 'run', direction: 'previous' };
    case ']':
    case '>':
    case ':':
    case 'PageDown':
      return { kind: 'run', direction: 'next' };
    case '+':
    case '=':
      return { kind: 'zoom', direction: 1 };
    case '-':
    case '_':
      return { kind: 'zoom', direction: -1 };
    case '0':
      return { kind: 'wholeDay' };
    case 'Home':
      return { kind: 'dayStart' };
    case 'End':
      return { kind: 'live' };
    case 'i':
      return { kind: 'mark', edge: 'start' };
    case 'o':
      return { kind: 'mark', edge: 'end' };
    case 'e':
      return { kind: 'export' };
    case 'b':
      return { kind: 'bookmark' };
    case 'Escape':
      return { kind: 'clear' };
    case 'm':
      return { kind: 'sound' };
    case 'f':
      return { kind: 'fullScreen' };
    case 't':
      return { kind: 'typeTime' };
    default:
      return undefined;
  }
}

/** The list of shortcuts, most used first. */
export const playbackKeys: readonly ListedKeys[] = [
  { keys: ['Space', 'K'], label: 'playbackKeys.toggle' },
  { keys: ['J'], label: 'playbackKeys.backwards' },
  { keys: ['L'], label: 'playbackKeys.forwards' },
  { keys: ['←', '→'], label: 'playbackKeys.stepTime' },
  { keys: ['Shift ←', 'Shift →'], label: 'playbackKeys.leapTime' },
  { keys: [',', '.'], label: 'playbackKeys.frame' },
  { keys: ['PgUp', 'PgDn', 'Shift ,', 'Shift .'], label: 'playbackKeys.run' },
  { keys: ['↑', '↓'], label: 'playbackKeys.speed' },
  { keys: ['+', '−'], label: 'playbackKeys.zoom' },
  { keys: ['0'], label: 'playbackKeys.wholeDay' },
  { keys: ['T'], label: 'playbackKeys.typeTime' },
  { keys: ['Home'], label: 'playbackKeys.dayStart' },
  { keys: ['End'], label: 'playbackKeys.live' },
  { keys: ['I', 'O'], label: 'playbackKeys.mark' },
  { keys: ['E'], label: 'playbackKeys.export' },
  { keys: ['B'], label: 'playbackKeys.bookmark' },
  { keys: ['Esc'], label: 'playbackKeys.clear' },
  { keys: ['1 – 9'], label: 'playbackKeys.solo' },
  { keys: ['M'], label: 'playbackKeys.sound' },
  { keys: ['F'], label: 'playbackKeys.fullScreen' },
];
