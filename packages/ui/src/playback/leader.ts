export interface SeenPane {
  /** Whether there is footage at the time of the clock; undefined until the playlist is loaded. */
  hasFootage: boolean | undefined;
  /** The moment of the displayed picture; undefined where there is none. */
  seenMs: number | undefined;
}

/** How late a picture may be displayed at normal speed. */
const TRANSIT_MS = 2_000;

/**
 * The pane that decides the moment of a pause: the first one that shows the current moment, or nearly. A pane in a gap
 * still displays the last picture before it.
 */
export const leaderOf = <Pane extends SeenPane>(
  panes: readonly Pane[],
  { atMs, rate }: { atMs: number; rate: number },
): (Pane & { seenMs: number }) | undefined =>
  panes.find(
    (pane): pane is Pane & { seenMs: number } =>
      pane.hasFootage === true &&
      pane.seenMs !== undefined &&
      Math.abs(pane.seenMs - atMs) <= TRANSIT_MS * Math.max(1, Math.abs(rate)),
  );
