import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to a control that stays, if the one that had it is gone or disabled. */
export function useKeptFocus(stays: RefObject<HTMLElement | null>) {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const focused = document.activeElement;
    const isGone = focused === document.body && last.current?.isConnected === false;
    const isDisabled = focused !== null && focused === last.current && focused.matches(':disabled');
    if (isGone || isDisabled) stays.current?.focus({ preventScroll: true });
  });
  return ({ target }: FocusEvent) => {
    last.current = target;
  };
}
