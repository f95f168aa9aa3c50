import { useEffect, useMemo } from 'react';

/** The control that opened this dialog. A menu item is removed by then, so the button of its menu takes its place. */
function currentOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Returns the focus to the control that opened a dialog, once the dialog is closed. */
export function useOpenerFocus(isOpen: boolean): void {
  // While drawing: a field of the dialog takes the focus before any effect runs.
  const opener = useMemo(() => (isOpen ? currentOpener() : null), [isOpen]);
  useEffect(() => {
    if (!opener) return undefined;
    return () => {
      const focused = document.activeElement;
      // Not within the event: the handler that closed the dialog may set the focus itself, which takes precedence.
      setTimeout(() => {
        const isMoved = document.activeElement !== focused && document.activeElement !== document.body;
        if (!isMoved && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}
