import { type Reason, reasonCode } from '@holdfast/domain';

/** The parts of a browser's offer that determine the answer. */
export interface Offer {
  /** Without its candidates: we only send to peers that have contacted us. */
  sdp: string;
  /** H.264 in packetization mode 1, as cameras send it, in the browser's order of preference. */
  h264: readonly OfferedFormat[];
  /** Undefined if no sound is requested. */
  audio: readonly OfferedFormat[] | undefined;
}

export interface OfferedFormat {
  payloadType: number;
  name: string;
  clockRate: number;
  channels: number | undefined;
  parameters: string;
}

export type OfferReading = { kind: 'offer'; offer: Offer } | { kind: 'refused'; reason: Reason };

export const MAX_OFFER_CHARACTERS = 32_768;
const MAX_FORMATS = 128;

const refuse = (reason: Reason): OfferReading => ({ kind: 'refused', reason });

/** Parses the offer of a viewer. Anything else that browsers can negotiate is rejected. */
export function readOffer(text: string): OfferReading {
  if (text.length > MAX_OFFER_CHARACTERS)
    return refuse(reasonCode('webrtc-offer-too-long', { limit: MAX_OFFER_CHARACTERS }));
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.some((line) => !/^[a-z]=[^\p{Cc}]*$/u.test(line)))
    return refuse(reasonCode('webrtc-offer-unreadable'));
  const sections = sectionsOf(lines);
  const [session = [], ...medias] = sections;
  const kinds = medias.map(([first = '']) => /^m=(\w+) \d{1,5} UDP\/TLS\/RTP\/SAVPF( \d{1,3}){1,}$/.exec(first)?.[1]);
  if (kinds.filter((kind) => kind === 'video').length !== 1 || kinds.filter((kind) => kind === 'audio').length > 1)
    return refuse(reasonCode('webrtc-offer-media'));
  if (kinds.some((kind) => kind !== 'video' && kind !== 'audio')) return refuse(reasonCode('webrtc-offer-media'));
  for (const media of medias) {
    const has = (name: string) => [...session, ...media].some((line) => line.startsWith(`a=${name}`));
    if (!has('ice-ufrag:') || !has('ice-pwd:') || !has('fingerprint:sha-'))
      return refuse(reasonCode('webrtc-offer-incomplete'));
    if (has('sendonly') || has('inactive')) return refuse(reasonCode('webrtc-offer-not-receiving'));
  }
  const formats = medias.map(formatsOf);
  if (formats.some((found) => found.length > MAX_FORMATS))
    return refuse(reasonCode('webrtc-offer-too-many-formats', { limit: MAX_FORMATS }));
  const video = formats[kinds.indexOf('video')] ?? [];
  return {
    kind: 'offer',
    offer: {
      sdp: `${lines.filter((line) => !/^a=(candidate|end-of-candidates)/.test(line)).join('\r\n')}\r\n`,
      h264: video.filter(({ name, parameters }) => name === 'h264' && /packetization-mode=1/.test(parameters)),
      audio: kinds.includes('audio') ? formats[kinds.indexOf('audio')] : undefined,
    },
  };
}

function sectionsOf(lines: readonly string[]): string[][] {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

function formatsOf(media: readonly string[]): OfferedFormat[] {
  const parameters = new Map(
    media.flatMap((line) => {
      const found = /^a=fmtp:(\d{1,3}) (.+)$/.exec(line);
      return found ? [[Number(found[1]), found[2] ?? ''] as const] : [];
    }),
  );
  return media.flatMap((line) => {
    const found = /^a=rtpmap:(\d{1,3}) ([\w.-]{1,64})\/(\d{1,6})(?:\/(\d))?$/.exec(line);
    if (!found) return [];
    const payloadType = Number(found[1]);
    return [
      {
        payloadType,
        name: (found[2] ?? '').toLowerCase(),
        clockRate: Number(found[3]),
        channels: found[4] === undefined ? undefined : Number(found[4]),
        parameters: parameters.get(payloadType) ?? '',
      },
    ];
  });
}
