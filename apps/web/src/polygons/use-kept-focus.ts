import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to a permanent control if the one that had it is gone or disabled. */
export function useKeptFocus(fallback: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const focused = document.activeElement;
    const isGone = focused === document.body && last.current?.isConnected === false;
    const isDisabled = focused !== null && focused === last.current && focused.matches(':disabled');
    if (isGone || isDisabled) fallback.current?.focus({ preventScroll: true });
  });
  return ({ target }: FocusEvent) => {
    last.current = target;
  };
}
