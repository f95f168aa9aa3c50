import { useEffect, useSyncExternalStore } from 'react';
import type { MessageKey } from '../../i18n/i18n.tsx';

/** A line in the list of keyboard shortcuts. */
export interface ListedKeys {
  keys: readonly string[];
  label: Extract<MessageKey, `playbackKeys.${string}` | `keys.${string}`>;
}

interface ShortcutsHelp {
  isOpen: boolean;
  /** Shortcuts of the current screen, in addition to the global ones. */
  screenKeys: readonly ListedKeys[];
}

const listeners = new Set<() => void>();
let help: ShortcutsHelp = { isOpen: false, screenKeys: [] };
const change = (part: Partial<ShortcutsHelp>) => {
  help = { ...help, ...part };
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const current = () => help;

export const openShortcutsHelp = (): void => change({ isOpen: true });
export const closeShortcutsHelp = (): void => change({ isOpen: false });
export const useShortcutsHelp = (): ShortcutsHelp => useSyncExternalStore(subscribe, current);

/** Lists the shortcuts of a screen while it is mounted; `keys` must be a constant. */
export function useScreenKeys(keys: readonly ListedKeys[]): void {
  useEffect(() => {
    change({ screenKeys: keys });
    return () => change({ screenKeys: [] });
  }, [keys]);
}

const NAMED_KEY = /^((Shift )?[←→↑↓]+|Enter|Tab|Space|Home|End|Esc|PgUp|PgDn)$/;
/** Shortcuts of the focused pane always work. */
const isOfPane = (label: ListedKeys['label']) => label.startsWith('keys.pane');

/** Without single-key shortcuts only named keys remain. */
export const keysThatWork = (list: readonly ListedKeys[], hasSingleKeys: boolean): readonly ListedKeys[] =>
  hasSingleKeys
    ? list
    : list
        .map(({ keys, label }) => ({ keys: isOfPane(label) ? keys : keys.filter((key) => NAMED_KEY.test(key)), label }))
        .filter(({ keys }) => keys.length > 0);
