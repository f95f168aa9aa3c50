import { describe, expect, it } from 'vitest';
import { isRestreamUrl, recordArgs } from './record-args.ts';

const sourceUrl = 'rtsp://reader:secret@127.0.0.1:8554/5d2c/main';

describe('arguments of a recording child', () => {
  it('copy the video, cut on the clock and list finished segments on stdout', () => {
    expect(recordArgs({ sourceUrl, audio: false }).join(' ')).toMatchInlineSnapshot(
      `"-hide_banner -nostdin -nostats -loglevel level+warning -protocol_whitelist rtsp,rtp,tcp,tls -rtsp_transport tcp -i rtsp://reader:secret@127.0.0.1:8554/5d2c/main -map 0:v:0 -c:v copy -tag:v hvc1 -an -f segment -segment_time 4 -segment_atclocktime 1 -segment_clocktime_offset 3.95 -reset_timestamps 1 -segment_format mp4 -segment_format_options movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx:flush_packets=1 -segment_list pipe:1 -segment_list_type csv %09d.mp4"`,
    );
  });

  it('re-encode audio gap-filled at 48 kHz when it is recorded', () => {
    expect(recordArgs({ sourceUrl, audio: true }).join(' ')).toMatchInlineSnapshot(
      `"-hide_banner -nostdin -nostats -loglevel level+warning -protocol_whitelist rtsp,rtp,tcp,tls -rtsp_transport tcp -i rtsp://reader:secret@127.0.0.1:8554/5d2c/main -map 0:v:0 -c:v copy -tag:v hvc1 -map 0:a:0? -af aresample=async=1:first_pts=0 -c:a aac -ar 48000 -f segment -segment_time 4 -segment_atclocktime 1 -segment_clocktime_offset 3.95 -reset_timestamps 1 -segment_format mp4 -segment_format_options movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx:flush_packets=1 -segment_list pipe:1 -segment_list_type csv %09d.mp4"`,
    );
  });

  it('never carry a top-level -movflags, which the segment muxer ignores', () => {
    expect(recordArgs({ sourceUrl, audio: true })).not.toContain('-movflags');
  });

  it.each([
    'file:///etc/passwd',
    'concat:a|b',
    'http://camera/stream',
    '-i',
    'exec:sh',
    'rtsp://host/a b',
    'rtsp://host/a\n-f',
    'rtsp://',
    ' rtsp://host/a',
    'tee:rtsp://host/a',
    '',
  ])('refuse the source %j', (url) => {
    expect(isRestreamUrl(url)).toBe(false);
    expect(() => recordArgs({ sourceUrl: url, audio: false })).toThrow(TypeError);
  });

  it('do not repeat a refused source, which may hold a password', () => {
    expect(() => recordArgs({ sourceUrl: 'http://u:hunter2@h/', audio: false })).toThrow(/^(?!.*hunter2)/);
  });
});
