import { noteStreamFacts } from '@holdfast/db';
import type { StreamName } from '@holdfast/domain';
import { describeStream, type LivePlan, type MediaTrack } from '@holdfast/media';
import type { LiveSource } from './live-streams.ts';
import { type RestreamDeps, restreamUrl } from './restream-url.ts';
import { factsOfTracks } from './stream-facts.ts';

export type SourceAnswer = { kind: 'source'; source: LiveSource } | { kind: 'unavailable'; reason: string };

/** Where a camera's stream is to be had from our own restream, and what must be done to it. */
export async function sourceOf(
  deps: RestreamDeps,
  { cameraId, stream, transcode }: { cameraId: string; stream: StreamName; transcode: boolean },
): Promise<SourceAnswer> {
  const url = await restreamUrl(deps, { cameraId, stream });
  if (url === undefined) return { kind: 'unavailable', reason: 'the restream is not ready yet' };
  // Asked each time: what the camera sent yesterday is no plan for what it sends now.
  const described = await describeStream({ url, signal: AbortSignal.timeout(DESCRIBE_MS) });
  if (described.kind === 'no-restream') return { kind: 'unavailable', reason: 'the restream is not ready yet' };
  if (described.kind !== 'described') return { kind: 'unavailable', reason: 'the camera is not there right now' };
  const { tracks } = described;
  await noteStreamFacts(deps.db, [{ cameraId, stream, ...factsOfTracks(tracks) }]);
  const video = plan(tracks, transcode);
  return { kind: 'source', source: { key: `${cameraId} ${stream} ${video}`, cameraId, stream, url, video } };
}

const DESCRIBE_MS = 20_000;

/** H.264 plays everywhere, so there is nothing to make of it. */
function plan(tracks: readonly MediaTrack[], transcode: boolean): LivePlan['video'] {
  if (!tracks.some(({ codec }) => codec === 'h265')) return 'copy-h264';
  return transcode ? 'encode-h264' : 'copy-hevc';
}
