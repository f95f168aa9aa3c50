/** A button is disabled while it works, and the browser takes the focus from it: afterwards it gets it back, unless something else has it. */
export function returnFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  // A pointer that leaves the control needs no focus.
  document.addEventListener('pointerdown', () => {
    last = null;
  });
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    if (!(last instanceof HTMLElement) || last.matches(':disabled')) return;
    if (changes.some(({ target }) => target === last)) last.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
}
