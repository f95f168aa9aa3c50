import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Relay, startRelay } from '../relay/relay.ts';
import type { LiveFragment, LiveInit } from './fragment-reader.ts';
import type { LivePlan } from './live-args.ts';
import { type Remux, startRemux } from './start-remux.ts';

const CAMERA_ID = '00000000-0000-4000-8000-000000000001';
let camera: GstCamera;
let relay: Relay;
const remuxes: Remux[] = [];

// A keyframe in many minutes: a picture can only come out of the group that the restream keeps.
beforeAll(async () => {
  camera = await startGstCamera({
    mounts: {
      '/main': `${gstLaunch.h264({ keyframeEvery: 2000 })} ${gstLaunch.pcmu()}`,
      '/sub': gstLaunch.h265({ keyframeEvery: 2000 }),
    },
  });
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  relay.setSource({ cameraId: CAMERA_ID, stream: 'main' }, { kind: 'pull', url: camera.url('/main'), when: 'always' });
  relay.setSource({ cameraId: CAMERA_ID, stream: 'sub' }, { kind: 'pull', url: camera.url('/sub'), when: 'always' });
});
afterAll(async () => {
  for (const remux of remuxes) remux.stop();
  await relay?.close();
  await camera?.stop();
});

interface Seen {
  init: LiveInit | undefined;
  fragments: LiveFragment[];
  ended: boolean;
}

function watch(stream: 'main' | 'sub', video: LivePlan['video']): Seen {
  const seen: Seen = { init: undefined, fragments: [], ended: false };
  remuxes.push(
    startRemux({
      ffmpegPath: 'ffmpeg',
      env: process.env,
      url: `rtsp://reader:any@127.0.0.1:${relay.port}/${CAMERA_ID}/${stream}`,
      video,
      onInit: (init) => {
        seen.init = init;
      },
      onFragment: (fragment) => seen.fragments.push(fragment),
      onEnd: () => {
        seen.ended = true;
      },
    }),
  );
  return seen;
}

describe('remuxing a live stream', () => {
  it.each([
    [
      'H.264 with G.711 as it comes, sound as AAC',
      'main',
      'copy-h264',
      /^video\/mp4; codecs="avc1\.[0-9a-f]{6}, mp4a\.40\.2"$/i,
    ],
    ['H.265 as it comes', 'sub', 'copy-hevc', /^video\/mp4; codecs="hvc1\./],
    ['H.265 as H.264 for a client that cannot play it', 'sub', 'encode-h264', /^video\/mp4; codecs="avc1\./],
  ] as const)('gives %s', async (_title, stream, video, mimeType) => {
    const seen = watch(stream, video);
    await expect.poll(() => seen.init?.mimeType).toMatch(mimeType);
    const pictures = () => seen.fragments.filter(({ hasVideo }) => hasVideo);
    await expect.poll(() => pictures().length).toBeGreaterThan(20);
    // Whoever watches has a picture with the first one that comes, not with the next keyframe.
    expect(pictures()[0]?.startsWithKeyframe).toBe(true);
    expect(seen.ended).toBe(false);
  });

  // The camera may have changed between the look that made the plan and the moment the child asks.
  it.each([
    ['H.265 where H.264 was planned', 'sub', 'copy-h264'],
    ['H.264 where H.265 was planned', 'main', 'copy-hevc'],
  ] as const)('gives nothing of %s, and ends', async (_title, stream, video) => {
    const seen = watch(stream, video);
    await expect.poll(() => seen.ended).toBe(true);
    expect(seen).toMatchObject({ init: undefined, fragments: [] });
  });

  it('says once that it ended when there is no such stream', async () => {
    const seen = watch('main', 'copy-h264');
    remuxes.at(-1)?.stop();
    await expect.poll(() => seen.ended).toBe(true);
  });
});
