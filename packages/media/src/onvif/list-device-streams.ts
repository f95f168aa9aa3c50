import { isLanAddress, reasonCode } from '@holdfast/domain';
import { type LookUp, type OutboundRule, resolveOutbound } from '@holdfast/kit';
import { callDevice, type DeviceReply } from './call-device.ts';
import { isOnHost } from './probe-message.ts';
import { escapeXml, type OnvifLogin, securityHeader } from './ws-security.ts';
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
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string };

export type DeviceStreamLister = (request: {
  serviceUrl: string;
  login: OnvifLogin | null;
  signal: AbortSignal;
}) => Promise<DeviceStreams>;

const MAX_STREAMS = 8;
const DEVICE = 'http://www.onvif.org/ver10/device/wsdl';
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
    const url = URL.canParse(serviceUrl) ? new URL(serviceUrl) : undefined;
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    if (!url || !isOnHost(serviceUrl, host)) return { kind: 'refused', reason: reasonCode('address-not-web') };
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const resolved = await resolveOutbound(host, port, outbound, lookUp);
    if (resolved.kind === 'unknown') return { kind: 'unreachable', reason: resolved.reason };
    if (resolved.kind === 'refused' || !isLanAddress(resolved.address))
      return { kind: 'refused', reason: reasonCode('address-not-in-network') };
    const { address } = resolved;
    const ask = (to: URL, body: string, header = '') =>
      callDevice({ url: to, address, header, body, timeoutMs, signal });

    // The only request without a login: without the device's time a rejection could mean our clock or the password.
    const time = await ask(url, `<GetSystemDateAndTime xmlns="${DEVICE}"/>`);
    if (time.kind === 'failed') return { kind: 'unreachable', reason: time.reason };
    const skewMs = (deviceTimeMs(time) ?? nowMs()) - nowMs();
    const asUser = (to: URL, body: string) =>
      ask(to, body, login === null ? '' : securityHeader(login, nowMs() + skewMs));

    const capabilities = await asUser(
      url,
      `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`,
    );
    if (capabilities.kind !== 'ok') return refusal(capabilities);
    const named = textOf(findElement(capabilities.body, 'Media'), 'XAddr');
    const mediaUrl = named !== undefined && isOnHost(named, host) ? new URL(named) : url;
    // Another port of the same machine may be our own database. The resolved address is checked, because the name may
    // resolve to another one by now.
    const mediaPort = Number(mediaUrl.port || (mediaUrl.protocol === 'https:' ? 443 : 80));
    const judged = await resolveOutbound(address, mediaPort, outbound, lookUp);
    if (judged.kind !== 'ok') return { kind: 'refused', reason: reasonCode('address-not-in-network') };

    const profiles = await asUser(mediaUrl, `<GetProfiles xmlns="${MEDIA}"/>`);
    if (profiles.kind !== 'ok') return refusal(profiles);
    const streams: DeviceStream[] = [];
    for (const profile of findElements(profiles.body, 'Profiles').slice(0, MAX_STREAMS)) {
      const token = profile.attributes.token;
      if (token === undefined) continue;
      const answer = await asUser(mediaUrl, streamUriQuestion(token));
      if (answer.kind === 'denied') return refusal(answer);
      const uri = answer.kind === 'ok' ? textOf(answer.body, 'Uri') : undefined;
      const at = uri === undefined ? undefined : streamOnHost(uri, host);
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

function deviceTimeMs(reply: DeviceReply): number | undefined {
  const utc = reply.kind === 'ok' ? findElement(reply.body, 'UTCDateTime') : undefined;
  const part = (name: string) => Number(textOf(utc, name) ?? Number.NaN);
  const ms = Date.UTC(part('Year'), part('Month') - 1, part('Day'), part('Hour'), part('Minute'), part('Second'));
  return Number.isNaN(ms) ? undefined : ms;
}
