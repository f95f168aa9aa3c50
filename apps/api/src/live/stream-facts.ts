import type { StreamFacts } from '@holdfast/db';
import { videoCodecOf } from '@holdfast/domain';
import type { LiveInit, MediaTrack } from '@holdfast/media';

type Facts = Omit<StreamFacts, 'cameraId' | 'stream'>;

const audioNames: Record<string, string> = { aac: 'mp4a.40.2', pcmu: 'ulaw', pcma: 'alaw', opus: 'opus' };

/** The contents of a stream's SDP: the codecs, not the size. */
export function factsOfTracks(tracks: readonly MediaTrack[]): Facts {
  const video = tracks.find(({ media }) => media === 'video');
  const audio = tracks.find(({ media }) => media === 'audio');
  const profile = /profile-level-id=([0-9a-f]{6})/i.exec(video?.format ?? '')?.[1];
  return {
    codec: video?.codec === 'h264' || video?.codec === 'h265' ? video.codec : 'other',
    codecString: video?.codec === 'h264' && profile !== undefined ? `avc1.${profile.toUpperCase()}` : null,
    width: null,
    height: null,
    fps: null,
    audioCodec: (audio && audioNames[audio.codec]) ?? null,
    seenAt: new Date(),
  };
}

/** The contents of the init segment of a copied stream; its audio is already re-encoded by us. */
export const factsOfInit = ({ video }: LiveInit): Facts | undefined =>
  video && {
    codec: videoCodecOf(video.codec),
    codecString: video.codec,
    width: video.widthPx,
    height: video.heightPx,
    fps: null,
    audioCodec: null,
    seenAt: new Date(),
  };
