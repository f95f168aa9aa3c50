/** The open dialogs, the topmost last. */
export interface OpenDialogs<T> {
  /** Returns how to take it out again. */
  add(dialog: T): () => void;
  isTop(dialog: T): boolean;
}

/**
 * One Escape reaches every open dialog, and the page may be drawn again between two of them. A dialog that has just closed
 * therefore counts until `later` calls back: otherwise the one below would take the same key for its own.
 */
export function createOpenDialogs<T>(later: (callback: () => void) => void): OpenDialogs<T> {
  const open: T[] = [];
  return {
    add: (dialog) => {
      open.push(dialog);
      return () =>
        later(() => {
          const index = open.indexOf(dialog);
          if (index >= 0) open.splice(index, 1);
        });
    },
    isTop: (dialog) => open.at(-1) === dialog,
  };
}
