import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaTrack } from '../rtp/sdp.ts';
import { chooseFormats } from './choose-formats.ts';
import { readOffer } from './read-offer.ts';

const session = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1'];
const secrets = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  'a=fingerprint:sha-256 AB:CD',
  'a=setup:actpass',
];
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102 104 106',
  ...secrets,
  'a=mid:0',
  'a=recvonly',
  'a=candidate:1 1 udp 2113937151 10.0.0.9 5000 typ host',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=640032',
  'a=rtpmap:104 H264/90000',
  'a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:106 H264/90000',
  'a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
];
const audio = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  ...secrets,
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:0 PCMU/8000',
];
const text = (...lines: string[][]) => `${lines.flat().join('\r\n')}\r\n`;
const track = (codec: MediaTrack['codec'], format?: string): MediaTrack => ({
  media: codec === 'h264' || codec === 'h265' ? 'video' : 'audio',
  codec,
  payloadType: 96,
  clockRate: { opus: 48_000, pcmu: 8_000, pcma: 8_000, aac: 16_000, h264: 90_000, h265: 90_000 }[codec],
  channels: undefined,
  format,
  control: undefined,
});
const chosen = (tracks: MediaTrack[], ...lines: string[][]) => {
  const read = readOffer(text(session, ...lines));
  if (read.kind !== 'offer') throw new Error(read.reason);
  const formats = chooseFormats(read.offer, tracks);
  return formats.kind === 'chosen' ? [formats.video.payloadType, formats.audio?.name] : formats.reason;
};

describe('an offer', () => {
  it("is answered with the H.264 profile that is closest to the camera's", () => {
    expect(chosen([track('h264', 'profile-level-id=640028')], video)).toEqual([106, undefined]);
    expect(chosen([track('h264', 'profile-level-id=4d0028')], video)).toEqual([104, undefined]);
    expect(chosen([track('h264')], video, audio)).toEqual([104, undefined]);
  });

  it.each(['opus', 'pcmu'] as const)('accepts %s unchanged', (codec) => {
    expect(chosen([track('h264'), track(codec)], video, audio)).toEqual([104, codec]);
  });

  it.each(['aac', 'pcma'] as const)(
    'is answered without sound where the camera sends %s, which it does not take',
    (codec) => {
      expect(chosen([track('h264'), track(codec)], video, audio)).toEqual([104, undefined]);
    },
  );

  it('for a camera with H.265 is rejected with a reason', () => {
    expect(chosen([track('h265')], video)).toBe('webrtc-h264-only');
  });

  it.each([[[]], [[track('aac')]], [[track('opus')]]])(
    'for a stream without video is rejected with a reason of its own',
    (tracks: MediaTrack[]) => {
      expect(chosen(tracks, video, audio)).toBe('webrtc-no-video');
    },
  );

  it('does not make us send to its candidates', () => {
    const read = readOffer(text(session, video));
    expect(read.kind === 'offer' && read.offer.sdp).not.toMatch(/candidate|10\.0\.0\.9/);
  });

  it.each([
    ['nothing', ''],
    ['no description', 'hello'],
    ['JSON', '{"type":"offer"}'],
    ['no media', text(session)],
    ['sound alone', text(session, audio)],
    ['two pictures', text(session, video, video)],
    ['a data channel', text(session, video, ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', ...secrets])],
    [
      'no credentials',
      text(
        session,
        video.filter((line) => !line.startsWith('a=ice')),
      ),
    ],
    [
      'no fingerprint',
      text(
        session,
        video.filter((line) => !line.startsWith('a=fingerprint')),
      ),
    ],
    ['a picture to send', text(session, [...video, 'a=sendonly'])],
    ['plain RTP', text(session, video).replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
    ['control characters', text(session, [...video, 'a=x:\u0000'])],
    [
      'an endless text',
      text(
        session,
        Array.from({ length: 10_000 }, () => 'a=x:y'),
      ),
    ],
    ['endless formats', text(session, [...video, ...Array.from({ length: 200 }, (_, i) => `a=rtpmap:${i % 128} a/1`)])],
  ])('of %s is rejected with a reason', (_title, offer) => {
    expect(readOffer(offer)).toEqual({ kind: 'refused', reason: expect.stringMatching(/^webrtc-offer-/) });
  });

  it('with any content is accepted or rejected', () => {
    const line = fc.oneof(fc.constantFrom(...session, ...video, ...audio), fc.string());
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        expect(['offer', 'refused']).toContain(readOffer(lines.join('\r\n')).kind);
      }),
    );
  });
});
