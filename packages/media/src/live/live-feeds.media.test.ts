import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type GstCamera, gstLaunch, startGstCamera, until } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnv } from '../ffmpeg/child-env.ts';
import { type Relay, startRelay } from '../relay/relay.ts';
import type { LiveFeed, LiveFeedEvents, LiveFragment, LiveInit } from './live-media.ts';
import { openReading, type Reading } from './open-reading.ts';
import { startLiveFeed } from './start-live-feed.ts';
import { startTranscode } from './start-transcode.ts';

const run = promisify(execFile);
const CAMERA_ID = '00000000-0000-4000-8000-000000000001';
let camera: GstCamera;
let relay: Relay;
let folder: string;
const feeds: LiveFeed[] = [];
const readings: Reading[] = [];

// One keyframe in many minutes, so a picture can only come from the restream's cached group.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-live-'));
  camera = await startGstCamera({
    mounts: {
      '/main': `${gstLaunch.h264({ size: '160x120', keyframeEvery: 2000 })} ${gstLaunch.pcmu()}`,
      '/sub': gstLaunch.h265({ keyframeEvery: 2000 }),
    },
  });
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  for (const stream of ['main', 'sub'] as const)
    await relay.setSource(
      { cameraId: CAMERA_ID, stream },
      { kind: 'pull', url: camera.url(`/${stream}`), when: 'always' },
    );
  // A reader is sent away when the camera takes more than ten seconds to start, and each test would wait for its own.
  await until(
    () => relay.stats().every(({ state }) => state.kind === 'streaming'),
    () => relay.stats(),
  );
});
afterAll(async () => {
  for (const feed of feeds) feed.stop();
  for (const reading of readings) reading.close();
  await relay?.close();
  await camera?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Seen {
  init: LiveInit | undefined;
  fragments: LiveFragment[];
  ends: number;
  feed: LiveFeed;
}

const urlOf = (stream: 'main' | 'sub') => `rtsp://reader:any@127.0.0.1:${relay.port}/${CAMERA_ID}/${stream}`;

async function watch(start: (events: LiveFeedEvents) => LiveFeed | Promise<LiveFeed>): Promise<Seen> {
  const seen: Omit<Seen, 'feed'> = { init: undefined, fragments: [], ends: 0 };
  const feed = await start({
    onInit: (init) => {
      seen.init = init;
    },
    onFragment: (fragment) => seen.fragments.push(fragment),
    onEnd: () => {
      seen.ends += 1;
    },
  });
  feeds.push(feed);
  return Object.assign(seen, { feed });
}

const copy = (stream: 'main' | 'sub', ffmpegPath?: string) =>
  watch(async (events) => {
    const reading = await openReading({ url: urlOf(stream), signal: new AbortController().signal });
    readings.push(reading);
    return startLiveFeed({
      reading,
      soundTool: ffmpegPath === undefined ? undefined : { ffmpegPath, env: childEnv(process.env) },
      ...events,
    });
  });
const transcode = (stream: 'main' | 'sub', sendsSound: boolean) =>
  watch((events) =>
    startTranscode({ ffmpegPath: 'ffmpeg', env: process.env, url: urlOf(stream), sendsSound, ...events }),
  );

const picturesOf = ({ fragments }: Seen) => fragments.filter(({ hasVideo }) => hasVideo);
const soundOf = ({ fragments }: Seen) => fragments.filter(({ hasVideo }) => !hasVideo);

describe('a live stream', () => {
  it.each([
    ['H.264 as it comes, alone', () => copy('main'), /^video\/mp4; codecs="avc1\.[0-9a-f]{6}"$/i],
    [
      'H.264 as it comes, G.711 as AAC',
      () => copy('main', 'ffmpeg'),
      /^video\/mp4; codecs="avc1\.\w{6}, mp4a\.40\.2"$/,
    ],
    ['H.265 as it comes', () => copy('sub', 'ffmpeg'), /^video\/mp4; codecs="hvc1\.[^,]*"$/],
    ['H.265 as H.264 for a client that cannot play it', () => transcode('sub', true), /^video\/mp4; codecs="avc1\./],
    ['H.264 transcoded, with sound', () => transcode('main', true), /mp4a/],
    ['H.264 transcoded, without sound', () => transcode('main', false), /^video\/mp4; codecs="avc1\.\w{6}"$/],
  ] as const)('gives %s', async (_title, start, mimeType) => {
    const seen = await start();
    await expect.poll(() => seen.init?.mimeType).toMatch(mimeType);
    await expect.poll(() => picturesOf(seen).length).toBeGreaterThan(20);
    // A viewer has a picture with the first fragment, not with the next keyframe.
    expect(picturesOf(seen)[0]?.startsWithKeyframe).toBe(true);
    expect(seen.ends).toBe(0);
    seen.feed.stop();
    seen.feed.stop();
    expect(seen.ends).toBe(1);
  });

  it('with sound plays without errors, with video and sound of the same length', async () => {
    const seen = await copy('main', 'ffmpeg');
    const noise = () => soundOf(seen).filter(({ bytes }) => bytes.length > 250).length;
    await expect.poll(noise).toBeGreaterThan(30);
    seen.feed.stop();
    const { init, fragments } = seen;
    const path = join(folder, 'with-sound.mp4');
    await writeFile(path, Buffer.concat([init?.bytes ?? Buffer.alloc(0), ...fragments.map(({ bytes }) => bytes)]));
    const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-']);
    expect(stderr).toBe('');
    const ends = await Promise.all(
      ['v', 'a'].map(async (kind) => {
        const entries = ['-select_streams', kind, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
        const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, path]);
        return Math.max(...stdout.split('\n').filter(Boolean).map(Number.parseFloat));
      }),
    );
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(1);
  });

  it('has silence when the sound encoder cannot be started', async () => {
    const seen = await copy('main', '/nonexistent/ffmpeg');
    await expect.poll(() => seen.init?.mimeType).toMatch(/mp4a/);
    await expect.poll(() => picturesOf(seen).length).toBeGreaterThan(40);
    await expect.poll(() => soundOf(seen).length).toBeGreaterThan(10);
    expect(seen.ends).toBe(0);
    seen.feed.stop();
  });

  it('reports its end once when the stream ends', async () => {
    const seen = await copy('main');
    await expect.poll(() => picturesOf(seen).length).toBeGreaterThan(0);
    readings.at(-1)?.close();
    await expect.poll(() => seen.ends).toBe(1);
    const [gone] = [await copy('main')];
    gone.feed.stop();
    await expect.poll(() => gone.ends).toBe(1);
    expect(seen.ends).toBe(1);
  });
});
