import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the chosen item into view: on a phone a row of choices is wider than the screen. */
export function useScrollIntoView<T extends HTMLElement>(isChosen: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [isChosen]);
  return element;
}
