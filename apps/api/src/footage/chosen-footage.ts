import { chooseFootage, type Interval, mainHoles, type SegmentSpan, type StreamName } from '@holdfast/domain';

// A segment lasts until the first keyframe after four seconds, and is then made durable; until then nothing is missing.
export const UNJUDGED_MS = 20_000;

export type ListSegments<S> = (stream: StreamName, range: Interval) => Promise<readonly S[]>;

/**
 * The footage of a camera, from the stream that was recorded at each moment; the sub stream is read only where main has holes.
 * Main that ends before `settledMs` has ended; after that time its next segment may not be indexed yet. `mayMix` is called with
 * the first segment of each stream if both would be used.
 */
export async function chosenFootage<S extends SegmentSpan>(
  list: ListSegments<S>,
  range: Interval,
  {
    settledMs = range.endMs,
    mayMix = always,
  }: { settledMs?: number; mayMix?: (main: S, sub: S) => Promise<boolean> } = {},
): Promise<readonly S[]> {
  const main = await list('main', range);
  const endMs = main.length === 0 ? range.endMs : Math.min(range.endMs, settledMs);
  const holes = mainHoles(main, { ...range, endMs });
  const [first, last] = [holes[0], holes.at(-1)];
  if (!first || !last) return main;
  const sub = await list('sub', { startMs: first.startMs, endMs: last.endMs });
  if (main[0] && sub[0] && !(await mayMix(main[0], sub[0]))) return main;
  return chooseFootage({ main, sub }, holes);
}

const always = async () => true;
