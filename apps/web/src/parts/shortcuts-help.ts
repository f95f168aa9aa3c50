import { useEffect, useSyncExternalStore } from 'react';
import type { MessageKey } from '../i18n/i18n.tsx';

/** One line of the list of keyboard shortcuts. */
export interface ListedKeys {
  keys: readonly string[];
  says: Extract<MessageKey, `playbackKeys.${string}` | `keys.${string}`>;
}

interface ShortcutsHelp {
  isOpen: boolean;
  /** Those of the screen that is shown, beside the ones that work everywhere. */
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

/** Lists the keys of a screen while it is shown; `keys` has to be the same list each time. */
export function useScreenKeys(keys: readonly ListedKeys[]): void {
  useEffect(() => {
    change({ screenKeys: keys });
    return () => change({ screenKeys: [] });
  }, [keys]);
}

const NAMED_KEY = /^((Shift )?[←→↑↓]+|Enter|Tab|Space|Home|End|Esc|PgUp|PgDn)$/;
/** They belong to the pane that has the focus, and work whatever was chosen for the whole screen. */
const isOfPane = (says: ListedKeys['says']) => says.startsWith('keys.pane');

/** Without single-key shortcuts only those remain that have a name. */
export const keysThatWork = (list: readonly ListedKeys[], hasSingleKeys: boolean): readonly ListedKeys[] =>
  hasSingleKeys
    ? list
    : list
        .map(({ keys, says }) => ({ keys: isOfPane(says) ? keys : keys.filter((key) => NAMED_KEY.test(key)), says }))
        .filter(({ keys }) => keys.length > 0);
