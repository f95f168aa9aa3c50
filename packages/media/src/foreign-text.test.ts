import { readCameraEvent } from '@holdfast/domain';
import { redactLogLine, redactToolLine } from '@holdfast/kit';
import { isAboutLinear, measureGrowth } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { readNotifications } from './onvif/notification-message.ts';
import { readProbeMatches } from './onvif/probe-message.ts';
import { readSubscriptionReference } from './onvif/subscription-reference.ts';
import { parseXml } from './onvif/xml.ts';
import { createRtspReplyFilter } from './probe/rtsp-reply-filter.ts';
import { parseSdp } from './rtp/sdp.ts';
import { controlUri, parseSession } from './rtsp/camera-session.ts';
import { parseChallenges, readAuthorization } from './rtsp/digest-auth.ts';
import { parseRtspHead } from './rtsp/rtsp-message.ts';
import { parseRequestTarget, streamBase } from './rtsp/stream-path.ts';
import { parseTcpTransport } from './rtsp/transport-header.ts';
import { readOffer } from './webrtc/read-offer.ts';

const filled = (before: string, piece: string, after: string) => (size: number) =>
  before + piece.repeat(size / piece.length) + after;

/** Patterns that make a search restart again and again, or that an expression could split in several ways. */
const pieces = [
  'a',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '=',
  '"',
  '\\',
  'a=',
  'a="',
  'a ',
  "a='",
  '<a ',
  '<a>',
  '<!--',
  '&',
  '&#',
  'a,',
  ';',
  ':',
  '/',
  '?',
  '@',
  'm=',
  'a=fmtp:96 ',
  'eyJaaaaa-',
  'eyJaaaaa.',
  '_',
  '?token',
  '"token":[',
  '"token":"',
  'a://',
  '://a:',
  'Bearer ',
  'authorization ',
  '&_=',
];

const readers: Record<string, (text: string) => unknown> = {
  'XML: a tag': (text) => parseXml(`<a ${text}/>`),
  'XML: text': (text) => parseXml(`<a>${text}</a>`),
  'XML: many tags': (text) =>
    parseXml(`<r>${`<a ${text.slice(0, 8_000)}/>`.repeat(Math.ceil(text.length / 8_000))}</r>`),
  'an answer to a question for cameras': (text) =>
    readProbeMatches(
      `<a><RelatesTo>x</RelatesTo><ProbeMatch><XAddrs>${text}</XAddrs><Scopes>${text}</Scopes></ProbeMatch></a>`,
      {
        from: '10.0.0.9',
        messageId: 'x',
      },
    ),
  'an event of a camera': (text) => {
    const body = parseXml(
      `<a><NotificationMessage><Topic>${text}</Topic><Message><Data><SimpleItem Name="State" Value="${text}"/></Data></Message></NotificationMessage></a>`,
    );
    return body && readNotifications(body).map(readCameraEvent);
  },
  'a topic of a camera': (topic) =>
    readCameraEvent({ topic, operation: 'changed', source: { [topic]: topic }, key: {}, data: { [topic]: topic } }),
  'a subscription': (text) => {
    const body = parseXml(
      `<a><SubscriptionReference><Address>${text}</Address><ReferenceParameters><Id>${text}</Id></ReferenceParameters></SubscriptionReference></a>`,
    );
    return body && readSubscriptionReference(body);
  },
  'SDP: lines': parseSdp,
  'SDP: an attribute': (text) => parseSdp(`v=0\nm=video 0 RTP/AVP 96\na=fmtp:96 ${text}\u2028x`),
  'an RTSP head': parseRtspHead,
  'RTSP headers': (text) => parseRtspHead(`RTSP/1.0 200 OK\r\nX: ${text}`),
  'a reply that is filtered: a header': (text) =>
    createRtspReplyFilter()(Buffer.from(`RTSP/1.0 200 OK\r\nX: ${text}\u0001\r\n\r\n`, 'latin1')),
  'a reply that is filtered: the first line': (text) =>
    createRtspReplyFilter()(Buffer.from(`RTSP/1.0 200 ${text}\u0001\r\n\r\n`, 'latin1')),
  'a challenge': (text) => parseChallenges(`Digest ${text}`),
  'an authorization': (text) => readAuthorization(`Basic ${text}`, { method: 'PLAY', realm: 'r' }),
  'a session': (text) => parseSession(`7;timeout=${text}`),
  'a control address': (text) => controlUri(`rtsp://${text}`, text),
  'a transport': (text) => parseTcpTransport(`RTP/AVP/TCP;${text}`),
  'a target': (text) => [
    parseRequestTarget(`rtsp://h/c/main?${text}`),
    parseRequestTarget(`rtsp://h/${text}`),
    streamBase(text),
  ],
  'a WebRTC offer': readOffer,
  'a line of the log': redactLogLine,
  'a line of another program': redactToolLine,
};

describe('the time to parse untrusted text', () => {
  it.each(Object.entries(readers))('grows linearly with its length: %s', (_name, read) => {
    for (const piece of pieces) {
      const growth = measureGrowth(filled('', piece, ''), read, 4_000);
      expect({ piece, ...growth }).toSatisfy(isAboutLinear);
    }
  });
});
