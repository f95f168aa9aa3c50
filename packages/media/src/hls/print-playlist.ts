import type { PlannedSegment } from '@holdfast/domain';

export interface PlaylistAddresses {
  init(segmentId: number): string;
  media(segment: PlannedSegment, sequence: number): string;
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** A complete HLS playlist of recorded footage, so that a player can seek everywhere at once. */
export function printPlaylist(planned: readonly PlannedSegment[], addresses: PlaylistAddresses): string {
  const longestMs = planned.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 1_000);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    // Players round durations to whole seconds before comparing them with the target duration.
    `#EXT-X-TARGETDURATION:${Math.ceil(longestMs / 1000)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  for (const [sequence, segment] of planned.entries()) {
    if (segment.beginsStretch && sequence > 0) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.needsInit) lines.push(`#EXT-X-MAP:URI="${addresses.init(segment.id)}"`);
    if (segment.dateMs !== null) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.dateMs).toISOString()}`);
    lines.push(`#EXTINF:${seconds(segment.durationMs)},`, addresses.media(segment, sequence));
  }
  lines.push('#EXT-X-ENDLIST', '');
  return lines.join('\n');
}
