import type { SegmentFacts } from '../mp4/segment-facts.ts';
import { PICTURE_TRACK } from './file-head.ts';
import { fileIndex, INDEX_BYTES } from './file-index.ts';

/**
 * The index that an unfinished file lacks, and where to write it; undefined if the file already has an index or has no
 * space reserved for one.
 */
export function missingIndex({
  sidxes,
  fragments,
  initLength,
}: SegmentFacts): { offset: number; bytes: Buffer } | undefined {
  if (sidxes.length > 0 || fragments[0]?.offset !== initLength + INDEX_BYTES) return undefined;
  const parts = fragments.flatMap(({ size, startsWithKeyframe, tracks }) => {
    const track = tracks.find(({ trackId }) => trackId === PICTURE_TRACK);
    return track ? [{ size, startsWithKeyframe, track }] : [];
  });
  const [first] = parts;
  if (first === undefined || parts.length !== fragments.length) return undefined;
  const bytes = fileIndex({
    earliestTicks: Math.max(0, first.track.earliestTicks),
    parts: parts.map(({ size, startsWithKeyframe, track }, i) => ({
      sizeBytes: size,
      durationTicks: (parts[i + 1]?.track.earliestTicks ?? track.latestEndTicks) - track.earliestTicks,
      start: startsWithKeyframe ? 'closed' : 'none',
    })),
  });
  return { offset: initLength, bytes };
}
