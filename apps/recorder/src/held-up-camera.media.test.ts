import { type GstCamera, gstLaunch, type HeldUpLink, startGstCamera, startHeldUpLink } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

const SEGMENT_SECONDS = 2;
const BORDERS = 12;
const HELD_UP_MS = 1_400;

/** At every second segment boundary. */
const isHeldUp = (nowMs: number) => {
  const sinceMs = nowMs % (2 * SEGMENT_SECONDS * 1_000);
  return sinceMs < HELD_UP_MS;
};

let camera: GstCamera;
let link: HeldUpLink;
let installation: Installation;
beforeAll(async () => {
  camera = await startGstCamera({ mounts: { '/h264': `( ${gstLaunch.h264({ keyframeEvery: 10 })} )` } });
  link = await startHeldUpLink({ port: Number(new URL(camera.url('/h264')).port), host: '127.0.0.1' }, isHeldUp);
  installation = await openInstallation();
});
afterAll(async () => {
  await installation?.close();
  await link?.stop();
  await camera?.stop();
});

describe('line 6: a network that delays pictures at segment boundaries', () => {
  it('causes neither gaps nor overlaps in complete footage', async () => {
    const url = new URL(camera.url('/h264'));
    url.port = String(link.port);
    const id = await installation.addCamera({ name: 'Wireless', url: url.href });
    await installation.startRecorder({ timing: { segmentSeconds: SEGMENT_SECONDS } });
    const rows = await until(async () => {
      const found = await rowsOf(installation, id);
      // The first of a connection starts with the cached group of the restream.
      return found.length > BORDERS + 1 && found.slice(1);
    });
    const offMs = rows.slice(1).map((row, i) => Math.abs(row.preciseStartTs.getTime() - rows[i]!.endTs.getTime()));
    // A stalled machine delays pictures as well, sometimes as long as a clock step; so the check is for most, not all.
    expect(offMs.toSorted((a, b) => a - b)[Math.floor(offMs.length / 2)]).toBeLessThan((HELD_UP_MS * 2) / 3);
  });
});
