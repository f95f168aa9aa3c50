import type { ListedKeys } from '../../../parts/keyboard/shortcuts-help.ts';
import { isCharacterKey } from '../../../parts/keyboard/single-keys.ts';

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
        | 'typeTime'
        | 'searchArea';
    }
  | { kind: 'shuttle' | 'frame' | 'speed' | 'zoom'; direction: 1 | -1 }
  | { kind: 'run'; direction: 'next' | 'previous' }
  | { kind: 'move'; direction: 1 | -1; isLarge: boolean }
  | { kind: 'mark'; edge: 'start' | 'end' }
  | { kind: 'solo'; pane: number }
  | { kind: 'jump'; to: JumpTarget; direction: 'next' | 'previous' };

/** What the playhead can be moved to by key, besides recordings. */
export type JumpTarget = 'detection' | 'motion' | 'opening' | 'plate' | 'bookmark';

const JUMPS: Readonly<Record<string, JumpTarget>> = {
  n: 'detection',
  v: 'motion',
  d: 'opening',
  p: 'plate',
  r: 'bookmark',
};

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
  const to = JUMPS[letter];
  if (to !== undefined) return { kind: 'jump', to, direction: shiftKey ? 'previous' : 'next' };
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
    case 'a':
      return { kind: 'searchArea' };
    default:
      return undefined;
  }
}

const plateKeys: ListedKeys = { keys: ['P', 'Shift P'], label: 'playbackKeys.jumpPlate' };

/** The list of shortcuts, most used first. */
const keysWithoutPlates: readonly ListedKeys[] = [
  { keys: ['Space', 'K'], label: 'playbackKeys.toggle' },
  { keys: ['J'], label: 'playbackKeys.backwards' },
  { keys: ['L'], label: 'playbackKeys.forwards' },
  { keys: ['←', '→'], label: 'playbackKeys.stepTime' },
  { keys: ['Shift ←', 'Shift →'], label: 'playbackKeys.leapTime' },
  { keys: [',', '.'], label: 'playbackKeys.frame' },
  { keys: ['PgUp', 'PgDn', 'Shift ,', 'Shift .'], label: 'playbackKeys.run' },
  { keys: ['N', 'Shift N'], label: 'playbackKeys.jumpDetection' },
  { keys: ['V', 'Shift V'], label: 'playbackKeys.jumpMotion' },
  { keys: ['D', 'Shift D'], label: 'playbackKeys.jumpOpening' },
  { keys: ['R', 'Shift R'], label: 'playbackKeys.jumpBookmark' },
  { keys: ['↑', '↓'], label: 'playbackKeys.speed' },
  { keys: ['+', '−'], label: 'playbackKeys.zoom' },
  { keys: ['0'], label: 'playbackKeys.wholeDay' },
  { keys: ['T'], label: 'playbackKeys.typeTime' },
  { keys: ['A'], label: 'playbackKeys.searchArea' },
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

const keysWithPlates: readonly ListedKeys[] = keysWithoutPlates.flatMap((listed) =>
  listed.label === 'playbackKeys.jumpOpening' ? [listed, plateKeys] : [listed],
);

/** Constants, one for each kind of user. */
export const playbackKeys = ({ hasPlates }: { hasPlates: boolean }): readonly ListedKeys[] =>
  hasPlates ? keysWithPlates : keysWithoutPlates;
