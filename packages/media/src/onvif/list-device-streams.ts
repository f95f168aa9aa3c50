import { type Reason, reasonCode } from '@holdfast/domain';
import type { LookUp, OutboundRule } from '@holdfast/kit';
import type { DeviceReply } from './call-device.ts';
import { DEVICE, openDevice } from './open-device.ts';
import { escapeXml, type OnvifLogin } from './ws-security.ts';
import { findElement, findElements, textOf, type XmlElement } from './xml.ts';

export interface DeviceStream {
  name: string;
  /** Without credentials. */
  url: string;
  codec: string | null;
  width: number | null;
  height: number | null;
}

export type DeviceStreams =
  | { kind: 'ok'; streams: DeviceStream[] }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'unreachable'; reason: Reason };

export type DeviceStreamLister = (request: {
  serviceUrl: string;
  login: OnvifLogin | null;
  signal: AbortSignal;
}) => Promise<DeviceStreams>;

const MAX_STREAMS = 8;
const MEDIA = 'http://www.onvif.org/ver10/media/wsdl';
const DENIED = reasonCode('camera-rejected-login');

/** Queries the streams of a camera. All addresses it returns must be on the same host. */
export const createDeviceStreamLister =
  ({
    outbound,
    timeoutMs = 5_000,
    nowMs,
    lookUp,
  }: {
    outbound: OutboundRule;
    timeoutMs?: number;
    nowMs: () => number;
    lookUp?: LookUp;
  }): DeviceStreamLister =>
  async ({ serviceUrl, login, signal }) => {
    const opened = await openDevice({ serviceUrl, login, outbound, timeoutMs, nowMs, signal, lookUp, lanOnly: true });
    if (opened.kind !== 'ok') return opened;
    const { device } = opened;
    const capabilities = await device.ask(
      device.url,
      `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`,
    );
    if (capabilities.kind !== 'ok') return refusal(capabilities);
    const media = await device.serviceAt(textOf(findElement(capabilities.body, 'Media'), 'XAddr'));
    if (media.kind !== 'ok') return media;
    const asUser = (body: string) => device.ask(media.url, body);

    const profiles = await asUser(`<GetProfiles xmlns="${MEDIA}"/>`);
    if (profiles.kind !== 'ok') return refusal(profiles);
    const streams: DeviceStream[] = [];
    for (const profile of findElements(profiles.body, 'Profiles').slice(0, MAX_STREAMS)) {
      const token = profile.attributes.token;
      if (token === undefined) continue;
      const answer = await asUser(streamUriQuestion(token));
      if (answer.kind === 'denied') return refusal(answer);
      const uri = answer.kind === 'ok' ? textOf(answer.body, 'Uri') : undefined;
      const at = uri === undefined ? undefined : streamOnHost(uri, device.host);
      if (at !== undefined && !streams.some((one) => one.url === at)) streams.push({ ...describe(profile), url: at });
    }
    if (streams.length === 0) return { kind: 'unreachable', reason: reasonCode('camera-lists-no-stream') };
    return { kind: 'ok', streams };
  };

const refusal = (reply: Exclude<DeviceReply, { kind: 'ok' }>): DeviceStreams => ({
  kind: 'unreachable',
  reason: reply.kind === 'denied' ? DENIED : reply.reason,
});

const streamUriQuestion = (token: string) =>
  `<GetStreamUri xmlns="${MEDIA}"><StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${escapeXml(token)}</ProfileToken></GetStreamUri>`;

/** The address of a stream on the camera itself, without credentials, since ours are added where it is used. */
function streamOnHost(text: string, host: string): string | undefined {
  if (!URL.canParse(text) || text.length > 1_000) return undefined;
  const url = new URL(text);
  if (!/^rtsps?:$/.test(url.protocol) || url.hostname.replace(/^\[|\]$/g, '') !== host) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

function describe(profile: XmlElement): Omit<DeviceStream, 'url'> {
  const video = findElement(profile, 'VideoEncoderConfiguration');
  const side = (name: string) => {
    const pixels = Number(textOf(video, name) ?? Number.NaN);
    return Number.isInteger(pixels) && pixels > 0 && pixels < 100_000 ? pixels : null;
  };
  return {
    name: (profile.children.find(({ name }) => name === 'Name')?.text.trim() || profile.attributes.token || '').slice(
      0,
      100,
    ),
    codec: textOf(video, 'Encoding')?.slice(0, 20) ?? null,
    width: side('Width'),
    height: side('Height'),
  };
}
