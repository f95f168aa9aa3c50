// About ten seconds of a large camera: whoever falls further behind is not watching live any more.
export const SLOWEST_VIEWER_BYTES = 8 * 1024 * 1024;

/** Says for each look at what waits to leave this machine whether the viewer still keeps up. */
export type ViewerBudget = (bufferedBytes: number) => boolean;

/**
 * What is sent at joining comes on top, because nobody takes a whole group of pictures in an instant. The room shrinks as
 * the viewer catches up and never grows again: who falls this far behind their own best, or never begins, is dropped.
 */
export function createViewerBudget(sentAtJoiningBytes: number): ViewerBudget {
  let mostBytes = sentAtJoiningBytes + SLOWEST_VIEWER_BYTES;
  return (bufferedBytes) => {
    if (bufferedBytes > mostBytes) return false;
    mostBytes = Math.min(mostBytes, bufferedBytes + SLOWEST_VIEWER_BYTES);
    return true;
  };
}
