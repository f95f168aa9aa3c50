import { LAPSE_RATE } from '@holdfast/domain';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { watchClip } from '../clips/test-clips.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage, TEST_GAP_MS } from '../test-footage.ts';
import { checkManifest, exported, iso, newCamera } from './test-exports.ts';

const START = Date.UTC(2026, 0, 1, 12);
const FRAME_MS = 1000 / LAPSE_RATE;
let test: TestApp;
let admin: string;
let gate: string;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  // Keyframes every second, a minute without footage after twelve seconds.
  await addTestFootage(test, {
    cameraId: gate,
    startMs: START,
    seconds: 24,
    hasSound: false,
    segmentSeconds: 4,
    gapsAfterSeconds: [12],
  });
});
afterAll(() => test?.close());

const order = (more: object) => ({ camera_ids: [gate], start: iso(START), end: iso(START + 120_000), ...more });
async function made(more: object) {
  const done = await exported(test, admin, order(more));
  expect(done, JSON.stringify(done)).toMatchObject({ state: 'done' });
  const file = (await test.call('GET', `/exports/${done.id}/file`, { token: admin })).body as Buffer;
  const manifest = (await test.call('GET', `/exports/${done.id}/manifest.json`, { token: admin })).body;
  return { done, file, manifest: JSON.stringify(manifest) };
}

describe('a time-lapse', () => {
  it('shows the newest keyframe at each frame, leaves the gap out, and is as long as it should be', async () => {
    const { done, file, manifest } = await made({ speed: 10 });
    expect(done).toMatchObject({ speed: 10, audio: false, file: { name: expect.stringMatching(/_10x\.mp4$/) } });
    const video = await watchClip(file, START);
    expect(Math.abs(video.durationMs - 2_400)).toBeLessThanOrEqual(FRAME_MS);
    expect(video).toMatchObject({ codec: 'h264', hasSound: false });
    const expected = Array.from({ length: 60 }, (_, frame) => {
      const second = Math.floor((frame * 10) / LAPSE_RATE);
      return START + second * 1000 + (second >= 12 ? TEST_GAP_MS : 0);
    });
    expect(video.shownMs).toEqual(expected);
    expect(checkManifest(manifest, { [done.file.name]: file })).toBe('genuine');
    expect(JSON.parse(manifest).manifest).toMatchObject({
      pictures: 'a re-encoded time-lapse',
      audio: false,
      time_lapse: { speed: 10, frames_per_second: LAPSE_RATE },
      cameras: [
        {
          files: [
            {
              runs: [
                { start: iso(START), offset_ms: 0 },
                { start: iso(START + 12_000 + TEST_GAP_MS), offset_ms: 1200 },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([2, 37, 1000])('of %i times the speed has the right length within one frame', async (speed) => {
    const { file } = await made({ speed, burn_clock: speed === 37 });
    const { durationMs, shownMs } = await watchClip(file, START);
    expect(Math.abs(durationMs - Math.max(FRAME_MS, 24_000 / speed))).toBeLessThanOrEqual(FRAME_MS);
    expect(shownMs).toHaveLength(Math.max(1, Math.round((24 / speed) * LAPSE_RATE)));
  });

  it('begins at the keyframe before the range, and its name and manifest show this', async () => {
    const { done, file, manifest } = await made({ speed: 2, start: iso(START + 3_500), end: iso(START + 8_000) });
    expect(done.file.name).toContain('T120003Z');
    expect(JSON.parse(manifest).manifest.cameras[0].files[0].runs[0].start).toBe(iso(START + 3_000));
    expect((await watchClip(file, START)).shownMs[0]).toBe(START + 3_000);
  });

  it.each([1, 1001, 2.5, 0, -5, 'fast'])('of speed %s is refused', async (speed) => {
    expect((await test.call('POST', '/exports', { token: admin, body: order({ speed }) })).status).toBe(422);
  });
});
