import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeCameraEvents, fakeCameraEvents } from './fake-camera-events.ts';

/**
 * `elsewhere` reports another host as its own, `giant` never stops sending, `garbage` sends no XML, `bomb` sends a document
 * type full of entities, `redirect` redirects, `silent` reads the request and sends nothing.
 */
export type DeviceManners = 'ok' | 'silent' | 'giant' | 'garbage' | 'bomb' | 'elsewhere' | 'redirect';

export interface FakeOnvifStream {
  token: string;
  name: string;
  url: string;
  width: number;
  height: number;
  encoding: string;
}

export interface FakeOnvifDevice {
  /** The address that answers probes, instead of the multicast group. */
  probe: { address: string; port: number };
  serviceUrl: string;
  /** May change between requests. */
  manners: DeviceManners;
  /** Other devices that receive the same probes, as on a network. */
  neighbours: readonly Pick<FakeOnvifDevice, 'hear'>[];
  /** Answers a probe. */
  hear(message: Buffer, from: { address: string; port: number }): void;
  events: FakeCameraEvents;
  /** The requests to the HTTP services, in order. */
  asked: string[];
  stop(): Promise<void>;
}

export interface FakeOnvifPlan {
  username: string;
  password: string;
  name: string;
  hardware: string;
  streams: readonly FakeOnvifStream[];
  manners?: DeviceManners;
  /** Its address, one of this machine's own. */
  host?: string;
  /** The offset of its clock. */
  skewMs?: number;
  /** It also asks for a login over HTTP. */
  httpDigest?: boolean;
  /** The reported address of its media service, instead of the device service's. */
  mediaUrl?: string;
}

const FRESH_MS = 60_000;
const esc = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const inside = (text: string, name: string) => new RegExp(`<(?:\\w+:)?${name}(?=[\\s>])[^>]*>([^<]*)<`).exec(text)?.[1];
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:ter="http://www.onvif.org/ver10/error" xmlns:tev="http://www.onvif.org/ver10/events/wsdl" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:tns1="http://www.onvif.org/ver10/topics"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

/** An ONVIF camera for discovery, stream queries and events; it checks logins like a real one. */
export async function startFakeOnvifDevice(plan: FakeOnvifPlan): Promise<FakeOnvifDevice> {
  const { username, password, skewMs = 0, host: ownHost = '127.0.0.1' } = plan;
  const now = () => Date.now() + skewMs;
  const nonces = new Set<string>();

  const isWelcome = (text: string): boolean => {
    const [nonce, created, digest] = [inside(text, 'Nonce'), inside(text, 'Created'), inside(text, 'Password')];
    if (!nonce || !created || inside(text, 'Username') !== username || nonces.has(nonce)) return false;
    if (Math.abs(Date.parse(created) - now()) > FRESH_MS) return false;
    nonces.add(nonce);
    const hash = createHash('sha1').update(Buffer.from(nonce, 'base64')).update(created).update(password);
    return digest === hash.digest('base64');
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => answer(text, request, response));
  });
  const { events, handle } = fakeCameraEvents({ origin: () => origin(), now });
  const answer = (text: string, request: IncomingMessage, response: ServerResponse) => {
    const question = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(text)?.[1] ?? '';
    device.asked.push(question);
    const reply = (body: string, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(envelope(body));
    switch (device.manners) {
      case 'silent':
        return undefined;
      case 'garbage':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><br>Sign in<p></html>');
      case 'bomb':
        return void response
          .writeHead(200)
          .end(
            `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${envelope('<x>&b;</x>')}`,
          );
      case 'redirect':
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      case 'giant':
        response.writeHead(200);
        return pour(response);
      case 'ok':
      case 'elsewhere':
        break;
    }
    if (question === 'GetSystemDateAndTime') return reply(timeOf(new Date(now())));
    if (!isWelcome(text))
      return reply(
        '<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>ter:NotAuthorized</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">Sender not Authorized</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>',
        400,
      );
    if (plan.httpDigest && !isDigestRight(request, plan))
      return void response
        .writeHead(401, {
          'www-authenticate': `Basic realm="camera", Digest realm="camera", nonce="${NONCE}", qop="auth"`,
        })
        .end();
    if (handle({ question, text, response, reply })) return undefined;
    const host = device.manners === 'elsewhere' ? 'http://192.0.2.1' : origin();
    if (question === 'GetCapabilities')
      return reply(
        `<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Events><tt:XAddr>${host}/onvif/event_service</tt:XAddr></tt:Events><tt:Media><tt:XAddr>${plan.mediaUrl ?? `${host}/onvif/media_service`}</tt:XAddr></tt:Media></tds:Capabilities></tds:GetCapabilitiesResponse>`,
      );
    if (question === 'GetProfiles')
      return reply(
        `<trt:GetProfilesResponse>${plan.streams
          .map(
            ({ token, name, width, height, encoding }) =>
              `<trt:Profiles fixed="true" token="${esc(token)}"><tt:Name>${esc(name)}</tt:Name><tt:VideoEncoderConfiguration token="v"><tt:Name>v</tt:Name><tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>`,
          )
          .join('')}</trt:GetProfilesResponse>`,
      );
    const wanted = plan.streams.find(({ token }) => inside(text, 'ProfileToken') === esc(token));
    if (question === 'GetStreamUri' && wanted)
      return reply(
        `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>${esc(device.manners === 'elsewhere' ? 'rtsp://192.0.2.1/x' : wanted.url)}</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`,
      );
    return reply('<SOAP-ENV:Fault><SOAP-ENV:Reason/></SOAP-ENV:Fault>', 400);
  };
  server.listen(0, ownHost);
  await once(server, 'listening');
  const origin = () => `http://${ownHost}:${(server.address() as AddressInfo).port}`;

  const udp = createSocket('udp4');
  const hear: FakeOnvifDevice['hear'] = (message, { port, address }) => {
    const id = inside(message.toString('utf8'), 'MessageID') ?? '';
    const host = device.manners === 'elsewhere' ? 'http://192.0.2.1' : origin();
    const scopes = ['name', 'hardware'].map(
      (kind) => `onvif://www.onvif.org/${kind}/${encodeURIComponent(kind === 'name' ? plan.name : plan.hardware)}`,
    );
    const match = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><e:Header><w:RelatesTo>${id}</w:RelatesTo></e:Header><e:Body><d:ProbeMatches><d:ProbeMatch><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes.join(' ')}</d:Scopes><d:XAddrs>http://[fe80::1]/onvif/device_service ${host}/onvif/device_service</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`;
    const replies: Record<DeviceManners, string | undefined> = {
      ok: match,
      elsewhere: match.replace('http://[fe80::1]', 'http://10.255.255.1'),
      redirect: match,
      silent: undefined,
      giant: `${match.slice(0, 200)}${'<x>'.repeat(15_000)}`,
      garbage: 'M-SEARCH * HTTP/1.1',
      bomb: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${match}`,
    };
    const reply = replies[device.manners];
    if (reply !== undefined) udp.send(reply, port, address);
  };
  udp.on('message', (message, from) => {
    for (const one of [device, ...device.neighbours]) one.hear(message, from);
  });
  udp.bind(0, ownHost);
  await once(udp, 'listening');

  const device: FakeOnvifDevice = {
    probe: { address: ownHost, port: udp.address().port },
    serviceUrl: `${origin()}/onvif/device_service`,
    manners: plan.manners ?? 'ok',
    neighbours: [],
    hear,
    events,
    asked: [],
    stop: async () => {
      udp.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return device;
}

const NONCE = 'c0ffee';
const counts = new WeakMap<FakeOnvifPlan, number>();

/** RFC 7616 with MD5; each answer must increase the nonce count. */
function isDigestRight({ headers, url = '' }: IncomingMessage, plan: FakeOnvifPlan): boolean {
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(headers.authorization ?? '')?.[1] ?? '';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const count = Number.parseInt(part('nc'), 16);
  if (part('uri') !== url || !(count > (counts.get(plan) ?? 0))) return false;
  const secret = md5(`${plan.username}:camera:${plan.password}`);
  const wanted = md5(`${secret}:${NONCE}:${part('nc')}:${part('cnonce')}:auth:${md5(`POST:${url}`)}`);
  if (part('response') !== wanted) return false;
  counts.set(plan, count);
  return true;
}

const timeOf = (at: Date): string =>
  `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:UTCDateTime><tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  if (!response.destroyed) response.once('drain', () => pour(response));
}
