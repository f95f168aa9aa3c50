// About ten seconds of a large camera: a viewer further behind is not watching live any more.
export const SLOWEST_VIEWER_BYTES = 8 * 1024 * 1024;

/** Whether a viewer with this many unsent bytes still keeps up. */
export type ViewerBudget = (bufferedBytes: number) => boolean;

/**
 * The data sent on joining is allowed on top, because no client receives a whole GOP in an instant. The allowance shrinks as the
 * viewer catches up and never grows again: a viewer this far behind their own best, or one that never starts reading, is
 * dropped.
 */
export function createViewerBudget(sentAtJoiningBytes: number): ViewerBudget {
  let maxBytes = sentAtJoiningBytes + SLOWEST_VIEWER_BYTES;
  return (bufferedBytes) => {
    if (bufferedBytes > maxBytes) return false;
    maxBytes = Math.min(maxBytes, bufferedBytes + SLOWEST_VIEWER_BYTES);
    return true;
  };
}
