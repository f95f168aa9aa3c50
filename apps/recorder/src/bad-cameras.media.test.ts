import type { ReasonCode } from '@holdfast/domain';
import {
  type BareCamera,
  type BareCameraPlan,
  type GstCamera,
  gstLaunch,
  h264Pictures,
  startBareCamera,
  startGstCamera,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

const PICTURE_TICKS = 4_500;
const pictures = await h264Pictures({ size: '320x240', seconds: 4 });
const larger = await h264Pictures({ size: '640x480', seconds: 4 });
const nalsAt = (list: readonly Buffer[][], index: number): Buffer[] => list[index % list.length] ?? [];
const isKeyframe = (nals: readonly Buffer[]) => nals.some((nal) => ((nal[0] ?? 0) & 0x1f) === 5);
const deltas = pictures.filter((nals) => !isKeyframe(nals));
const filler = Buffer.concat([Buffer.from([12]), Buffer.alloc(250_000, 0xff), Buffer.from([0x80])]);
const well = (index: number) => ({ nals: nalsAt(pictures, index), rtpTime: index * PICTURE_TICKS });
const sdpOf = (rtpmap: string) => `v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 ${rtpmap}\r\na=control:track1\r\n`;

/** With its expected status; cameras that record do so after the fault, too. */
const bad: Record<
  string,
  BareCameraPlan & ({ reason: ReasonCode; state: string } | { recordsFrom: number; remark?: ReasonCode })
> = {
  'a description that is garbage': {
    describe: () => '\u0001\u0002 nothing',
    state: 'rejected',
    reason: 'camera-stream-unreadable',
  },
  'endless headers': {
    babble: (socket) => {
      const flood = setInterval(() => socket.write('X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(100)), 5);
      socket.write('RTSP/1.0 200 OK\r\n');
      socket.on('close', () => clearInterval(flood));
    },
    state: 'rejected',
    reason: 'camera-sends-invalid-replies',
  },
  'no keyframes': {
    picture: (index) => ({ nals: nalsAt(deltas, index), rtpTime: index * PICTURE_TICKS }),
    state: 'stalled',
    reason: 'camera-no-keyframes',
  },
  'another codec in mid-stream': {
    describe: (connection) => sdpOf(connection === 0 ? 'H264/90000' : 'MP4V-ES/90000'),
    picture: (index) => (index < 60 ? well(index) : undefined),
    state: 'rejected',
    reason: 'camera-no-video-codec',
  },
  'a wrong clock rate': { describe: () => sdpOf('H264/8000'), picture: well, recordsFrom: 0 },
  'another size in mid-stream': {
    picture: (index) => ({ ...well(index), nals: nalsAt(index % 160 < 80 ? pictures : larger, index) }),
    recordsFrom: 160,
  },
  'a hundred times the bitrate': {
    picture: (index) => ({ ...well(index), nals: [...well(index).nals, filler] }),
    recordsFrom: 100,
  },
  'times that go back': {
    picture: (index) => ({ ...well(index), rtpTime: (index % 100) * PICTURE_TICKS + 90_000 * 3_600 }),
    recordsFrom: 200,
  },
  'a clock that stands still': {
    picture: (index) => ({ ...well(index), rtpTime: 0 }),
    recordsFrom: 100,
    remark: 'camera-clock-frozen',
  },
  'a frame of nine megabytes': {
    picture: (index) => ({
      ...well(index),
      nals: [...well(index).nals, ...Array.from({ length: index % 400 === 60 ? 36 : 0 }, () => filler)],
    }),
    recordsFrom: 100,
    remark: 'camera-frames-too-large',
  },
};

let installation: Installation;
let recorder: RunningRecorder;
let neighbour: GstCamera;
let neighbourId: string;
const cameras: BareCamera[] = [];
const ids = new Map<string, string>();
/** When a camera sent a picture, to recognise footage from after its fault. */
const reachedMs = new Map<string, number>();

beforeAll(async () => {
  installation = await openInstallation();
  neighbour = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ size: '160x120' })} )` } });
  neighbourId = await installation.addCamera({ name: 'Neighbour', url: neighbour.url('/h264') });
  for (const [name, plan] of Object.entries(bad)) {
    const camera = await startBareCamera({
      ...plan,
      ...(plan.picture && {
        picture: (index, connection) => {
          if ('recordsFrom' in plan && index === plan.recordsFrom) reachedMs.set(name, Date.now());
          return plan.picture?.(index, connection);
        },
      }),
    });
    cameras.push(camera);
    ids.set(name, await installation.addCamera({ name, url: camera.url }));
  }
  recorder = await installation.startRecorder({ timing: { stallMs: 12_000, maxBackoffMs: 1_500 } });
});
afterAll(async () => {
  await installation?.close();
  await Promise.all(cameras.map((camera) => camera.stop()));
  await neighbour?.stop();
});

const statusOf = (cameraId: string) =>
  installation.db.selectFrom('streamStatus').selectAll().where('cameraId', '=', cameraId).executeTakeFirst();

describe('a bad camera through the whole recorder', () => {
  it.each(Object.entries(bad))('%s: has a clear state or is recorded', async (name, plan) => {
    const cameraId = ids.get(name) ?? '';
    if ('reason' in plan) {
      await until(async () => {
        const seen = await statusOf(cameraId);
        return seen?.state === plan.state && seen.detail === plan.reason;
      });
      return;
    }
    const sinceMs = await until(() => reachedMs.get(name));
    await until(async () =>
      (await rowsOf(installation, cameraId)).some(({ preciseStartTs }) => preciseStartTs.getTime() > sinceMs),
    );
    const { remark } = plan;
    if (remark !== undefined)
      await until(async () => {
        const seen = await statusOf(cameraId);
        return seen?.state === 'recording' && seen.detail === remark;
      });
    for (const { durationMs, startTs, endTs } of await rowsOf(installation, cameraId)) {
      expect(durationMs).toBeGreaterThan(0);
      expect(durationMs).toBeLessThan(30_000);
      expect(endTs.getTime()).toBeGreaterThanOrEqual(startTs.getTime());
    }
  });

  it('affects neither the recorder nor another camera', async () => {
    const sinceMs = Date.now();
    await until(async () =>
      (await rowsOf(installation, neighbourId)).some(({ preciseStartTs }) => preciseStartTs.getTime() > sinceMs),
    );
    await until(async () => (await statusOf(neighbourId))?.state === 'recording');
    expect([recorder.process.exitCode, recorder.process.signalCode]).toEqual([null, null]);
  });
});
