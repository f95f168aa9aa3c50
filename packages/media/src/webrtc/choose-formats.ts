import { type Reason, reasonCode } from '@holdfast/domain';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { Offer, OfferedFormat } from './read-offer.ts';

export type ChosenFormats =
  | { kind: 'chosen'; video: OfferedFormat; audio: OfferedFormat | undefined }
  | { kind: 'refused'; reason: Reason };

/**
 * The tracks of a camera that a browser accepts unchanged. Unsupported sound is left out: video without sound is better
 * than nothing.
 */
export function chooseFormats(offer: Offer, tracks: readonly MediaTrack[]): ChosenFormats {
  const video = tracks.find(({ media }) => media === 'video');
  if (!video) return { kind: 'refused', reason: reasonCode('webrtc-no-video') };
  if (video.codec !== 'h264') return { kind: 'refused', reason: reasonCode('webrtc-h264-only') };
  const profile = profileOf(video.format ?? '');
  // Decoders use the parameters in the stream; a matching profile only helps the browser to choose a decoder.
  const picture = offer.h264.find(({ parameters }) => profileOf(parameters) === profile) ?? offer.h264[0];
  if (!picture) return { kind: 'refused', reason: reasonCode('webrtc-offer-without-h264') };
  return { kind: 'chosen', video: picture, audio: chooseAudio(offer, tracks) };
}

const profileOf = (parameters: string): string | undefined =>
  /profile-level-id=([0-9a-f]{2})[0-9a-f]{4}/i.exec(parameters)?.[1]?.toLowerCase();

function chooseAudio({ audio = [] }: Offer, tracks: readonly MediaTrack[]): OfferedFormat | undefined {
  const sound = tracks.find(({ media }) => media === 'audio');
  return audio.find(({ name, clockRate }) => name === sound?.codec && clockRate === sound.clockRate);
}
