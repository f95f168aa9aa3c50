import type { FragmentTrack } from './moof.ts';
import type { Sidx } from './sidx.ts';

export type SidxVerdict = { kind: 'absent' } | { kind: 'right' } | { kind: 'wrong'; reason: string };

export interface IndexedFragment {
  offset: number;
  size: number;
  tracks: readonly FragmentTrack[];
}

const wrong = (reason: string): SidxVerdict => ({ kind: 'wrong', reason });

/** The fragments that each reference covers; undefined if a reference does not start and end at fragment boundaries. */
function coveredFragments(sidx: Sidx, fragments: readonly IndexedFragment[]): IndexedFragment[][] | undefined {
  let next = fragments.findIndex((fragment) => fragment.offset === sidx.firstReferenceOffset);
  if (next === -1) return undefined;
  const covered: IndexedFragment[][] = [];
  for (const reference of sidx.references) {
    const group: IndexedFragment[] = [];
    let left = reference.sizeBytes;
    while (left > 0) {
      const fragment = fragments[next];
      if (!fragment || fragment.size > left) return undefined;
      group.push(fragment);
      left -= fragment.size;
      next += 1;
    }
    if (group.length === 0) return undefined;
    covered.push(group);
  }
  return covered;
}

const trackIn = (fragment: IndexedFragment | undefined, trackId: number) =>
  fragment?.tracks.find((track) => track.trackId === trackId && track.samples > 0);

/**
 * A seek uses the sum of the preceding sizes as position and the sum of the durations as time. Both sums are compared
 * exactly with the fragments. Writers may use decode or presentation times: either is accepted.
 */
export function checkSidx({
  sidx,
  timescale,
  fragments,
}: {
  sidx: Sidx;
  timescale: number;
  fragments: readonly IndexedFragment[];
}): SidxVerdict {
  if (sidx.timescale !== timescale) return wrong('timescale differs from the track');
  if (sidx.nested) return wrong('refers to another index');
  const own = fragments.filter((fragment) => trackIn(fragment, sidx.trackId));
  if (sidx.references.length === 0 || own.length === 0) return wrong('refers to nothing');
  if (sidx.firstReferenceOffset !== own[0]?.offset) return wrong('does not begin at the first fragment of the track');
  const covered = coveredFragments(sidx, fragments);
  if (covered === undefined) return wrong('a size does not end on a fragment border');
  if (covered.flat().filter((fragment) => trackIn(fragment, sidx.trackId)).length !== own.length) {
    return wrong('does not cover every fragment of the track');
  }
  return checkTimes({
    sidx,
    starts: covered.map((group) => trackIn(group[0], sidx.trackId)),
    last: trackIn(own.at(-1), sidx.trackId),
  });
}

interface Times {
  sidx: Sidx;
  /** The track at the start of each reference. */
  starts: readonly (FragmentTrack | undefined)[];
  last: FragmentTrack | undefined;
}

function checkTimes({ sidx, starts, last }: Times): SidxVerdict {
  const [first] = starts;
  let elapsed = 0;
  for (const [i, track] of starts.entries()) {
    const reference = sidx.references[i];
    if (!first || !track || !reference) return wrong('a reference does not begin with the track');
    if (reference.startsWithKeyframe && !track.startsWithKeyframe)
      return wrong('promises a keyframe that is not there');
    const decoded = track.startTicks - first.startTicks;
    const presented = track.earliestTicks - first.earliestTicks;
    if (elapsed !== decoded && elapsed !== presented) return wrong('a duration differs from the samples');
    elapsed += reference.durationTicks;
  }
  if (!first || !last) return wrong('refers to nothing');
  const decodedTotal = last.startTicks + last.durationTicks - first.startTicks;
  const presentedTotal = last.latestEndTicks - first.earliestTicks;
  if (elapsed !== decodedTotal && elapsed !== presentedTotal)
    return wrong('the durations do not add up to the samples');
  return { kind: 'right' };
}
