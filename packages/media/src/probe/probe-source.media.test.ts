import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrameGrabber } from '../stills/grab-frame.ts';
import { createSourceProber } from './probe-source.ts';

const PASSWORD = "p@ss #1/?:%'";
const probe = createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 60_000 });
const grab = createFrameGrabber({ ffmpegPath: 'ffmpeg', outbound: {}, timeoutMs: 60_000 });

let camera: GstCamera;
let address: (path: string, password?: string) => string;
beforeAll(async () => {
  camera = await startGstCamera({
    mounts: { '/main': `${gstLaunch.h264()} ${gstLaunch.pcmu()}`, '/sub': gstLaunch.h265() },
    account: { kind: 'digest', username: 'root', password: PASSWORD },
  });
  address = (path, password = PASSWORD) =>
    `rtsp://root:${encodeURIComponent(password).replaceAll("'", '%27')}@127.0.0.1:${camera.port}${path}`;
});
afterAll(() => camera?.stop());

describe('probing a camera', () => {
  it('returns codec, size, rate and audio, with a password full of special characters', async () => {
    expect(await probe(address('/main'))).toEqual({
      kind: 'ok',
      facts: {
        video: { codec: 'h264', width: 320, height: 240, fps: 20 },
        audio: { codec: 'pcm_mulaw', sampleRate: 8000, channels: 1 },
      },
    });
  });

  it('recognises H.265 without audio', async () => {
    const result = await probe(address('/sub'));
    expect(result).toMatchObject({ kind: 'ok', facts: { video: { codec: 'hevc', width: 160 }, audio: null } });
  });

  it.each([
    ['a wrong password', () => address('/main', 'wrong'), 'camera-rejected-login'],
    ['a path that is not there', () => address('/none'), 'camera-has-no-stream'],
    ['a port where nothing listens', () => 'rtsp://127.0.0.1:1/main', 'camera-connection-refused'],
    [
      'a name that is not known',
      () => 'rtsp://no-such-host.invalid/main',
      'camera-name-unknown?name=no-such-host.invalid',
    ],
  ])('reports in one sentence what is wrong: %s', async (_title, url, reason) => {
    expect(await probe(url())).toEqual({ kind: 'unreachable', reason });
  });

  it('never contacts our own database', async () => {
    const guarded = createSourceProber({
      ffprobePath: 'ffprobe',
      outbound: { deniedPorts: [{ host: 'localhost', port: 5432 }] },
    });
    expect(await guarded('http://127.0.0.1:5432/')).toMatchObject({ kind: 'refused' });
  });

  it('reports that ffmpeg is not installed', async () => {
    const without = createSourceProber({ ffprobePath: '/nowhere/ffprobe', outbound: {} });
    expect(await without(address('/main'))).toMatchObject({ reason: 'ffmpeg-not-found' });
  });

  it('gives up on a camera that connects and sends nothing', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const impatient = createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 1_000 });
    expect(await impatient(`rtsp://127.0.0.1:${port}/x`)).toMatchObject({ kind: 'unreachable' });
    silent.close();
  });
});

describe('grabbing a picture', () => {
  it('returns a JPEG of the requested width, never wider than the source', async () => {
    const size = async (width?: number) => {
      const result = await grab({ url: address('/main'), ...(width !== undefined && { width }) });
      if (result.kind !== 'ok') throw new Error(result.reason);
      const frame = result.jpeg.indexOf(Buffer.from([0xff, 0xc0]));
      expect(result.jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
      return [result.jpeg.readUInt16BE(frame + 7), result.jpeg.readUInt16BE(frame + 5)];
    };
    expect(await size()).toEqual([320, 240]);
    expect(await size(160)).toEqual([160, 120]);
    expect(await size(4000)).toEqual([320, 240]);
  });
});
