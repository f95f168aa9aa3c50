import { join } from 'node:path';
import { readSegmentFacts } from '@holdfast/media';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRecordingTiming } from './recording/record-stream.ts';
import { rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

/** Few and small ones: only their number and the time between keyframes matter. */
const PICTURES_A_SECOND = 5;
const KEYFRAME_SECONDS = 34;
const GROUP = KEYFRAME_SECONDS * PICTURES_A_SECOND;

let camera: GstCamera;
let installation: Installation;
let recorder: RunningRecorder;

beforeAll(async () => {
  const picture = gstLaunch.h264({ keyframeEvery: GROUP, fps: PICTURES_A_SECOND, size: '160x120', kbit: 200 });
  camera = await startGstCamera({ mounts: { '/seldom': `( ${picture} )` } });
  installation = await openInstallation();
});
afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

describe('line 8: a camera whose keyframes are further apart than the stall limit', () => {
  it('is recorded without a restart, in files from keyframe to keyframe', async () => {
    expect(KEYFRAME_SECONDS * 1000).toBeGreaterThan(defaultRecordingTiming.stallMs);
    const cameraId = await installation.addCamera({ name: 'Seldom', url: camera.url('/seldom') });
    recorder = await installation.startRecorder();
    await until(async () => (await rowsOf(installation, cameraId)).length >= 2);
    for (const { path } of (await rowsOf(installation, cameraId)).slice(0, 2)) {
      const reading = await readSegmentFacts(join(installation.footage, path));
      if (reading.kind !== 'segment') throw new Error(`${path} is no segment`);
      expect(reading.facts.tracks.map(({ samples }) => samples)).toEqual([GROUP]);
    }
    expect(recorder.output()).not.toContain('"end":"stalled"');
    const status = await until(async () => {
      const seen = await installation.db.selectFrom('streamStatus').selectAll().executeTakeFirst();
      return seen?.state === 'recording' && seen;
    });
    expect(status.restarts).toBe(0);
  });
});
