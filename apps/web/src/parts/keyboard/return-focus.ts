/** Returns the focus to a button that was disabled while its action ran, unless another element has it by then. */
export function returnFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  // A user who presses elsewhere has moved on.
  document.addEventListener('pointerdown', () => {
    last = null;
  });
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    if (!(last instanceof HTMLElement) || last.matches(':disabled')) return;
    if (changes.some(({ target }) => target === last)) last.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
}
