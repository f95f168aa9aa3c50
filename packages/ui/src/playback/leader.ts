export interface SeenPane {
  /** Whether there is footage at the moment of the clock; undefined until its playlist is here. */
  hasFootage: boolean | undefined;
  /** The moment of the picture that is seen in it; undefined where there is none. */
  seenMs: number | undefined;
}

/** How long a picture may be on its way; at higher speeds more time passes meanwhile. */
const UNDER_WAY_MS = 2_000;

/**
 * The pane that a person who stops is taken to look at: the first whose picture is of this moment, or was a little ago. A
 * pane in a gap still holds the last picture before it.
 */
export const leaderOf = <Pane extends SeenPane>(
  panes: readonly Pane[],
  { atMs, rate }: { atMs: number; rate: number },
): (Pane & { seenMs: number }) | undefined =>
  panes.find(
    (pane): pane is Pane & { seenMs: number } =>
      pane.hasFootage === true &&
      pane.seenMs !== undefined &&
      Math.abs(pane.seenMs - atMs) <= UNDER_WAY_MS * Math.max(1, Math.abs(rate)),
  );
