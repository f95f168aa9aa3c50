interface Pane {
  id: string;
  isSeen: boolean;
  /** What somebody listens to or has chosen to look at goes before all others. */
  isFocused: boolean;
}

/**
 * Which panes move. A browser decodes only so many streams; the rest of what is seen shows stills that are taken again and
 * again. Those that already move go on moving, so that scrolling a little does not make the wall flicker.
 */
export function planLivePanes(
  panes: readonly Pane[],
  { most, moving }: { most: number; moving: ReadonlySet<string> },
): ReadonlySet<string> {
  const seen = panes.filter(({ isSeen }) => isSeen);
  const rank = ({ id, isFocused }: Pane) => (isFocused ? 0 : moving.has(id) ? 1 : 2);
  const chosen = seen
    .map((pane, place) => ({ pane, place }))
    .sort((a, b) => rank(a.pane) - rank(b.pane) || a.place - b.place)
    .slice(0, most);
  return new Set(chosen.map(({ pane }) => pane.id));
}
