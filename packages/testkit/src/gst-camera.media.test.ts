import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GstCamera, gstLaunch, startGstCamera } from './gst-camera.ts';

let camera: GstCamera;
beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ size: '160x120' })} )` } });
});
afterAll(() => camera?.stop());

/** The times of its pictures as they arrive, until the caller stops. */
async function* pictureTimes(): AsyncGenerator<number> {
  const args = ['-v', 'quiet', '-rtsp_transport', 'tcp', '-show_entries', 'packet=pts', '-of', 'csv=p=0'];
  const reader = spawn('ffprobe', [...args, camera.url('/h264')], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    for await (const line of createInterface({ input: reader.stdout }))
      if (/^\d/.test(line)) yield Number.parseInt(line, 10);
  } finally {
    reader.kill('SIGKILL');
  }
}

it('continues for its readers when others come and go', async () => {
  const seen: number[] = [];
  for await (const time of pictureTimes()) {
    seen.push(time);
    if (seen.length === 20) for await (const _ of pictureTimes()) break;
    if (seen.length === 60) break;
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBe(seen.length);
});
