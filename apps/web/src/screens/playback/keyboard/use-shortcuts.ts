import { useEffect, useRef } from 'react';
import { useSingleKeys } from '../../../parts/keyboard/single-keys.ts';
import { type Command, commandOf } from './shortcuts.ts';

/** Shortcuts work anywhere on the screen, except in text fields and open menus. */
export function useShortcuts(carryOut: (command: Command) => boolean | undefined): void {
  const [hasSingleKeys] = useSingleKeys();
  const latest = useRef(carryOut);
  latest.current = carryOut;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
      if (
        target.closest(
          'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="grid"]',
        )
      )
        return;
      const command = commandOf(event, { hasSingleKeys });
      if (!command) return;
      // Space activates a focused button.
      if (command.kind === 'toggle' && event.key === ' ' && target.closest('button, a')) return;
      if (latest.current(command) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasSingleKeys]);
}
