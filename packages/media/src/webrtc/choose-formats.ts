import type { MediaTrack } from '../rtp/sdp.ts';
import type { Offer, OfferedFormat } from './read-offer.ts';

export type ChosenFormats =
  | { kind: 'chosen'; video: OfferedFormat; audio: OfferedFormat | undefined }
  | { kind: 'refused'; reason: string };

/** What of a camera's stream a browser takes as it is. Sound that it does not take is left out: a silent picture is one. */
export function chooseFormats(offer: Offer, tracks: readonly MediaTrack[]): ChosenFormats {
  const video = tracks.find(({ media }) => media === 'video');
  if (video?.codec !== 'h264') return { kind: 'refused', reason: 'The camera sends H.265, which does not pass here.' };
  const profile = profileOf(video.format ?? '');
  // Decoders go by the stream itself; a name that fits only helps the browser to choose one.
  const picture = offer.h264.find(({ parameters }) => profileOf(parameters) === profile) ?? offer.h264[0];
  if (!picture) return { kind: 'refused', reason: 'The offer does not take H.264 in packetization mode 1.' };
  return { kind: 'chosen', video: picture, audio: chooseAudio(offer, tracks) };
}

const profileOf = (parameters: string): string | undefined =>
  /profile-level-id=([0-9a-f]{2})[0-9a-f]{4}/i.exec(parameters)?.[1]?.toLowerCase();

function chooseAudio({ audio = [] }: Offer, tracks: readonly MediaTrack[]): OfferedFormat | undefined {
  const sound = tracks.find(({ media }) => media === 'audio');
  return audio.find(({ name, clockRate }) => name === sound?.codec && clockRate === sound.clockRate);
}
