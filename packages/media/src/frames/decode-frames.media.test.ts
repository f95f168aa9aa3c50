import { readdirSync, readFileSync } from 'node:fs';
import { reasonCode } from '@holdfast/domain';
import { type GstCamera, gstLaunch, startGstCamera, until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { childEnv } from '../ffmpeg/child-env.ts';
import { type Relay, startRelay } from '../relay/relay.ts';
import { type FrameDecoder, type FrameHealth, startFrameDecoder } from './decode-frames.ts';
import type { FramePlan } from './frame-args.ts';
import type { Frame } from './run-frame-child.ts';

const CAMERA_ID = '00000000-0000-4000-8000-000000000001';
const GREY: FramePlan = { colour: 'grey', maxWidthPx: 160, fps: 5 };
const QUICK = { minBackoffMs: 10, maxBackoffMs: 100 };
let camera: GstCamera;
let relay: Relay;
const decoders: FrameDecoder[] = [];

beforeAll(async () => {
  camera = await startGstCamera({
    mounts: { '/main': gstLaunch.h264(), '/large': gstLaunch.h264({ size: '640x360' }) },
  });
  relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
  use('/main');
});
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.stop()));
});
afterAll(async () => {
  await relay?.close();
  await camera?.stop();
});

const use = (path: string) =>
  relay.setSource({ cameraId: CAMERA_ID, stream: 'main' }, { kind: 'pull', url: camera.url(path), when: 'always' });

function decode(plan: Partial<Parameters<typeof startFrameDecoder>[0]> & FramePlan) {
  const frames: Frame[] = [];
  const health: FrameHealth[] = [];
  const reasons: string[] = [];
  const decoder = startFrameDecoder({
    ffmpegPath: 'ffmpeg',
    env: childEnv(process.env),
    url: () => `rtsp://reader:s3cr3t@127.0.0.1:${relay.port}/${CAMERA_ID}/main`,
    nowMs: Date.now,
    onFrame: (frame) => frames.push(frame),
    onHealth: (now) => health.push(now),
    onEnd: ({ reason }) => reasons.push(reason),
    ...plan,
    timing: { ...QUICK, ...plan.timing },
  });
  decoders.push(decoder);
  return { frames, health, reasons, decoder };
}

/** The running decoders of this process. */
const children = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return { pid: Number(pid), parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
      } catch {
        return undefined;
      }
    })
    .filter((one) => one?.parent === process.pid && one.command.includes('image2pipe'))
    .map((one) => one as { pid: number; command: string });

/** The only one, as soon as it runs: a signal to no process in particular would reach this one and its siblings. */
const child = () =>
  until(() => {
    const [first, ...more] = children();
    return more.length === 0 && first;
  }, children);

describe('frames of a stream', () => {
  it.each([
    ['grey, at the width that was asked for', GREY, { widthPx: 160, heightPx: 120, channels: 1 }],
    ['in colour', { ...GREY, colour: 'rgb', maxWidthPx: 200 }, { widthPx: 200, heightPx: 150, channels: 3 }],
    ['never enlarged', { ...GREY, maxWidthPx: 4000 }, { widthPx: 320, heightPx: 240, channels: 1 }],
  ] as const)('come %s', async (_title, plan, size) => {
    const { frames } = decode(plan);
    await until(() => frames.length >= 4);
    expect(frames[0]).toMatchObject(size);
    expect(frames[0]?.pixels).toHaveLength(size.widthPx * size.heightPx * size.channels);
    // The ball of the test picture is bright on a dark background.
    expect(Math.max(...(frames[3]?.pixels ?? []))).toBeGreaterThan(150);
  });

  it('arrive at the requested low rate, and differ', async () => {
    const { frames } = decode(GREY);
    // The first ones arrive together: they are the cached group of the restream. So do those after a stall of the machine.
    const meanGapMs = (live: Frame[]) =>
      ((live.at(-1)?.capturedMs ?? 0) - (live[0]?.capturedMs ?? 0)) / (live.length - 1);
    await until(() => frames.length >= 21 && meanGapMs(frames.slice(-11)) >= 190);
    const [one, other] = [frames.at(-11), frames.at(-1)].map((frame) => frame?.pixels ?? Buffer.of());
    expect(Buffer.compare(one ?? Buffer.of(), other ?? Buffer.of())).not.toBe(0);
  });

  it('do not show credentials in the process list', async () => {
    const { frames } = decode(GREY);
    await until(() => frames.length > 0);
    expect((await child()).command).not.toContain('s3cr3t');
  });
});

describe('a decoder', () => {
  it('that is killed counts as failed at once, and is started again', async () => {
    const { frames, health } = decode(GREY);
    await until(() => frames.length > 0);
    process.kill((await child()).pid, 'SIGKILL');
    await until(() => health.filter(({ kind }) => kind === 'decoding').length === 2);
    expect(health).toEqual([
      { kind: 'decoding' },
      { kind: 'failed', reason: reasonCode('decoder-ended') },
      { kind: 'decoding' },
    ]);
  });

  it('that hangs is ended after the silence limit', async () => {
    const { frames, health, reasons } = decode({ ...GREY, timing: { silentMs: 3_000 } });
    await until(() => frames.length > 0);
    process.kill((await child()).pid, 'SIGSTOP');
    // On a busy machine it may have been started again before.
    await until(() => reasons.includes(reasonCode('decoder-silent')));
    await until(() => health.at(-1)?.kind === 'decoding' && health.length > 1);
  });

  it('follows a camera that changes its resolution', async () => {
    const { frames } = decode({ ...GREY, maxWidthPx: 4000 });
    await until(() => frames.length > 0);
    await use('/large');
    await until(() => frames.at(-1)?.widthPx === 640);
    await use('/main');
    await until(() => frames.at(-1)?.widthPx === 320);
  });

  it('that cannot be started or connected reports it, and leaves no process when stopped', async () => {
    const missing = decode({ ...GREY, ffmpegPath: '/nowhere/ffmpeg' });
    await until(() => missing.reasons.length > 1);
    expect(missing.decoder.health()).toEqual({ kind: 'failed', reason: reasonCode('decoder-not-started') });
    const unreachable = decode({ ...GREY, url: () => 'rtsp://127.0.0.1:1/none' });
    await until(() => unreachable.reasons.length > 1);
    expect(unreachable.decoder.health().kind).toBe('failed');
    await Promise.all(decoders.splice(0).map((decoder) => decoder.stop()));
    expect(children()).toEqual([]);
  });
});
