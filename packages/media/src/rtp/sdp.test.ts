import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTracks, formatSdp, parseSdp } from './sdp.ts';

const camera = [
  'v=0',
  'o=- 1 1 IN IP4 10.0.0.9',
  's=Media',
  'a=control:rtsp://10.0.0.9/live/',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LA,aM4=',
  'a=control:trackID=1',
  'm=audio 0 RTP/AVP 8',
  'a=control:trackID=2',
  'm=application 0 RTP/AVP 107',
  'a=rtpmap:107 vnd.onvif.metadata/90000',
  'a=control:trackID=3',
].join('\r\n');

describe('a session description', () => {
  it('contains the supported media and leaves out the others', () => {
    const parsed = parseSdp(camera);
    expect(parsed?.described).toBe(3);
    expect(parsed?.control).toBe('rtsp://10.0.0.9/live/');
    expect(
      parsed?.tracks.map(({ codec, payloadType, clockRate, control }) => [codec, payloadType, clockRate, control]),
    ).toEqual([
      ['h264', 96, 90_000, 'trackID=1'],
      ['pcma', 8, 8_000, 'trackID=2'],
    ]);
  });

  it('can be written for readers and parsed again', () => {
    const tracks = parseSdp(camera)?.tracks ?? [];
    const again = parseSdp(formatSdp(tracks))?.tracks;
    expect(again).toEqual(tracks.map((track, index) => ({ ...track, control: `trackID=${index}` })));
  });

  it.each([
    ['a video clock of zero is taken as 90 kHz', 'm=video 0 RTP/AVP 96\na=rtpmap:96 H265/0', 90_000],
    ['an odd video clock is taken as 90 kHz', 'm=video 0 RTP/AVP 96\na=rtpmap:96 H264/12345', 90_000],
    ['an audio clock of zero drops the track', 'm=audio 0 RTP/AVP 97\na=rtpmap:97 opus/0/2', undefined],
    ['an absurd audio clock drops the track', 'm=audio 0 RTP/AVP 97\na=rtpmap:97 opus/999999999', undefined],
  ])('wrong clock rates: %s', (_title, media, rate) => {
    expect(parseSdp(`v=0\n${media}\n`)?.tracks[0]?.clockRate).toBe(rate);
  });

  it('keeps one video and one audio track, and nothing without video', () => {
    const one = parseSdp(camera)?.tracks ?? [];
    expect(chooseTracks([...one, ...structuredClone(one)])).toHaveLength(2);
    expect(chooseTracks(one.filter(({ media }) => media === 'audio'))).toEqual([]);
  });

  it('never throws on garbage', () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((text) => `a=rtpmap:${text}`),
      fc.string().map((text) => `a=fmtp:96 ${text}`),
      fc.string().map((text) => `m=video ${text}`),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const parsed = parseSdp(['v=0', ...lines].join('\n'));
        expect(parsed).toBeDefined();
        formatSdp(parsed?.tracks ?? []);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseSdp(Buffer.from(bytes).toString('utf8'))));
  });

  it('reads at most a fixed number of media', () => {
    const many = `v=0\n${'m=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000\n'.repeat(500)}`;
    expect(parseSdp(many)?.tracks.length).toBeLessThanOrEqual(16);
  });
});
