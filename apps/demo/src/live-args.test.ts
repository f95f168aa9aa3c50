import { frontDoor } from '@holdfast/scenes';
import { describe, expect, it } from 'vitest';
import { liveArgs } from './live-args.ts';

const args = (codec: 'h264' | 'h265') =>
  liveArgs({ camera: { scene: frontDoor, codec }, file: '/x/door.mp4', targetUrl: 'rtsp://127.0.0.1:1/door/main' });

describe('playing a scene live', () => {
  it('loops it in real time to the simulated camera over TCP, with the sound as it is', () => {
    expect(args('h264').join(' ')).toContain('-re -stream_loop -1 -i /x/door.mp4');
    expect(args('h264').join(' ')).toContain('-c:a copy');
    expect(args('h264').slice(-5)).toEqual(['-f', 'rtsp', '-rtsp_transport', 'tcp', 'rtsp://127.0.0.1:1/door/main']);
  });

  it('burns in the time of day, since a rendered clock would soon be wrong', () => {
    expect(args('h264').find((one) => one.startsWith('drawtext='))).toContain('localtime');
  });

  it('starts a group of pictures every two seconds, so that segments can be cut', () => {
    expect(args('h264').join(' ')).toContain('-g 20');
    expect(args('h265').join(' ')).toContain('keyint=20:min-keyint=20');
  });
});
