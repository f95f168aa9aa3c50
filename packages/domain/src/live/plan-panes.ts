interface Pane {
  id: string;
  isSeen: boolean;
  /** A pane that is unmuted or focused comes before all others. */
  isFocused: boolean;
}

/**
 * Chooses the panes that play video. A browser decodes a limited number of streams; the other visible panes show stills that are
 * refreshed. Panes that already play continue, so that scrolling a little does not make the wall flicker.
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
