import { rtpLimits } from './rtp-limits.ts';

export type VideoCodec = 'h264' | 'h265';
export type AudioCodec = 'aac' | 'pcmu' | 'pcma' | 'opus';

export interface MediaTrack {
  media: 'video' | 'audio';
  codec: VideoCodec | AudioCodec;
  payloadType: number;
  clockRate: number;
  channels: number | undefined;
  /** Format parameters as the source wrote them, without the payload type. */
  format: string | undefined;
  /** Control attribute for SETUP, as sent by the source. */
  control: string | undefined;
}

export interface VideoTrack extends MediaTrack {
  media: 'video';
  codec: VideoCodec;
}

interface RawMedia {
  media: string;
  payloadTypes: number[];
  maps: Map<number, { name: string; clockRate: number; channels: number | undefined }>;
  formats: Map<number, string>;
  control: string | undefined;
}

export interface SessionDescription {
  /** Only supported media, in the order of the source. */
  tracks: MediaTrack[];
  control: string | undefined;
  /** Number of media in the description, supported or not. */
  described: number;
}

const codecNames: ReadonlyMap<string, { media: 'video' | 'audio'; codec: VideoCodec | AudioCodec }> = new Map([
  ['video/h264', { media: 'video', codec: 'h264' }],
  ['video/h265', { media: 'video', codec: 'h265' }],
  ['video/hevc', { media: 'video', codec: 'h265' }],
  ['audio/mpeg4-generic', { media: 'audio', codec: 'aac' }],
  ['audio/pcmu', { media: 'audio', codec: 'pcmu' }],
  ['audio/pcma', { media: 'audio', codec: 'pcma' }],
  ['audio/opus', { media: 'audio', codec: 'opus' }],
]);

const videoClockRate = 90_000;
const highestClockRate = 384_000;

/** Undefined if the text is not a session description; unknown media are ignored. */
export function parseSdp(text: string): SessionDescription | undefined {
  if (text.length > rtpLimits.sdpBytes) return undefined;
  const lines = text.split(/\r?\n/);
  if (!lines.some((line) => line.trim() === 'v=0')) return undefined;
  let control: string | undefined;
  const medias: RawMedia[] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) {
      if (medias.length === rtpLimits.sdpMedia) break;
      medias.push(parseMediaLine(line));
      continue;
    }
    if (!line.startsWith('a=')) continue;
    const current = medias.at(-1);
    if (current) readAttribute(current, line.slice(2).trim());
    else if (line.startsWith('a=control:')) control = line.slice('a=control:'.length).trim();
  }
  return { tracks: medias.flatMap((raw) => toTrack(raw) ?? []), control, described: medias.length };
}

function parseMediaLine(line: string): RawMedia {
  const [media = '', , , ...payloadTypes] = line.slice(2).trim().split(/\s+/);
  return {
    media: media.toLowerCase(),
    payloadTypes: payloadTypes.map(Number).filter((type) => Number.isInteger(type) && type >= 0 && type <= 127),
    maps: new Map(),
    formats: new Map(),
    control: undefined,
  };
}

function readAttribute(raw: RawMedia, attribute: string): void {
  if (attribute.startsWith('control:')) {
    raw.control = attribute.slice('control:'.length).trim();
    return;
  }
  const map = /^rtpmap:\s*(\d{1,3})\s+([\w.-]{1,64})\/(\d{1,9})(?:\/(\d{1,3}))?/.exec(attribute);
  if (map) {
    const channels = map[4] === undefined ? undefined : Number(map[4]);
    raw.maps.set(Number(map[1]), { name: (map[2] ?? '').toLowerCase(), clockRate: Number(map[3]), channels });
    return;
  }
  const format = /^fmtp:\s*(\d{1,3})\s/.exec(attribute);
  if (format) raw.formats.set(Number(format[1]), attribute.slice(format[0].length).trim());
}

const staticMaps: ReadonlyMap<number, { name: string; clockRate: number; channels: undefined }> = new Map([
  [0, { name: 'pcmu', clockRate: 8000, channels: undefined }],
  [8, { name: 'pcma', clockRate: 8000, channels: undefined }],
]);

function toTrack(raw: RawMedia): MediaTrack | undefined {
  for (const payloadType of raw.payloadTypes) {
    const map = raw.maps.get(payloadType) ?? staticMaps.get(payloadType);
    if (map === undefined) continue;
    const known = codecNames.get(`${raw.media}/${map.name}`);
    if (known === undefined) continue;
    // RTP video has a 90 kHz clock by definition; any other value is an error of the camera.
    const clockRate = known.media === 'video' ? videoClockRate : map.clockRate;
    if (clockRate < 1 || clockRate > highestClockRate) continue;
    const format = raw.formats.get(payloadType);
    return { ...known, payloadType, clockRate, channels: map.channels, format, control: raw.control };
  }
  return undefined;
}

const rtpNames: Record<VideoCodec | AudioCodec, string> = {
  h264: 'H264',
  h265: 'H265',
  aac: 'mpeg4-generic',
  pcmu: 'PCMU',
  pcma: 'PCMA',
  opus: 'opus',
};

/** The description for our readers: the same payloads with our own control names. */
export function formatSdp(tracks: readonly MediaTrack[]): string {
  const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=Holdfast', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*'];
  for (const [index, track] of tracks.entries()) {
    const channels = track.channels === undefined ? '' : `/${track.channels}`;
    lines.push(`m=${track.media} 0 RTP/AVP ${track.payloadType}`);
    lines.push(`a=rtpmap:${track.payloadType} ${rtpNames[track.codec]}/${track.clockRate}${channels}`);
    if (track.format !== undefined) lines.push(`a=fmtp:${track.payloadType} ${track.format}`);
    lines.push(`a=control:${trackControl(index)}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

export const trackControl = (index: number): string => `trackID=${index}`;

/** One video and one audio track: what a recording and a viewer can use. */
export function chooseTracks(tracks: readonly MediaTrack[]): MediaTrack[] {
  const video = tracks.find(isVideo);
  if (video === undefined) return [];
  const audio = tracks.find((track) => track.media === 'audio');
  return tracks.filter((track) => track === video || track === audio);
}

export const isVideo = (track: MediaTrack): track is VideoTrack => track.media === 'video';
