import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSegmentFacts } from '@holdfast/media';
import { type BareCamera, type BareCameraPlan, h264Pictures, h265Pictures, startBareCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './testing/footage.ts';
import { type Installation, openInstallation, until } from './testing/installation.ts';

const run = promisify(execFile);
const PICTURE_TICKS = 4_500;
const GROUP = 20;
/** Much more than the second or two that it takes, for busy machines. */
const LOST_AT_MOST_MS = 15_000;
const large = await h264Pictures({ size: '640x360', seconds: 4 });
const small = await h264Pictures({ size: '320x180', seconds: 4 });
const hevc = await h265Pictures({ size: '320x180', seconds: 4 });

let installation: Installation;
let camera: BareCamera | undefined;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.startRecorder();
});
afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

const sdpOf = (codec: string) => `v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 ${codec}/90000\r\na=control:track1\r\n`;

/** Changes at the next keyframe on request, and stores the number of that picture. */
function changing(after: { pictures: Buffer[][]; codec: 'h264' | 'h265' }) {
  const change = { wanted: false, atPicture: undefined as number | undefined };
  const plan: BareCameraPlan = {
    describe: () => sdpOf(change.atPicture === undefined || after.codec === 'h264' ? 'H264' : 'H265'),
    picture: (index, connection) => {
      if (change.wanted && change.atPicture === undefined && index % GROUP === 0) change.atPicture = index;
      const isAfter = connection > 0 || (change.atPicture !== undefined && index >= change.atPicture);
      const { pictures, codec } = isAfter ? after : { pictures: large, codec: 'h264' as const };
      return { nals: pictures[index % pictures.length] ?? [], codec, rtpTime: index * PICTURE_TICKS };
    },
  };
  return { change, plan };
}

interface Decoded {
  codec: string;
  /** According to the file. */
  size: string;
  /** For each decoded picture. */
  pictures: string[];
  errors: string;
}

async function decode(path: string): Promise<Decoded> {
  const file = join(installation.footage, path);
  const reading = await readSegmentFacts(file);
  if (reading.kind !== 'segment') throw new Error(`${path} is no segment`);
  const format = reading.facts.tracks.find((track) => track.format.kind === 'video')?.format;
  if (format?.kind !== 'video') throw new Error(`${path} has no picture`);
  const entries = ['-show_entries', 'frame=width,height', '-of', 'json'];
  // Decodes every picture, and complains about those that it cannot.
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', '-show_frames', ...entries, file]);
  const { frames } = JSON.parse(stdout) as { frames: { width: number; height: number }[] };
  return {
    codec: format.codec.slice(0, 4),
    size: `${format.widthPx}x${format.heightPx}`,
    pictures: frames.map(({ width, height }) => `${width}x${height}`),
    errors: stderr,
  };
}

describe('a camera that changes without ending its session', () => {
  it.each([
    ['to another size', { pictures: small, codec: 'h264' }, 'avc1 320x180'],
    ['to another codec', { pictures: hevc, codec: 'h265' }, 'hvc1 320x180'],
  ] as const)(
    '%s has files that each play completely, and loses nothing but the boundary',
    async (title, after, expected) => {
      const { change, plan } = changing(after);
      camera = await startBareCamera(plan);
      const cameraId = await installation.addCamera({ name: title, url: camera.url });
      await until(async () => (await rowsOf(installation, cameraId)).length >= 3);
      change.wanted = true;
      const changedAt = await until(() => change.atPicture);
      const changedMs = Date.now();
      await until(
        async () =>
          (await rowsOf(installation, cameraId)).filter(
            ({ preciseStartTs }) => preciseStartTs.getTime() > changedMs + 1_000,
          ).length >= 3,
      );
      const rows = await rowsOf(installation, cameraId);
      const files = await Promise.all(rows.map(({ path }) => decode(path)));
      for (const { errors, size, pictures } of files) {
        expect(errors).toBe('');
        expect(new Set(pictures)).toEqual(new Set([size]));
      }
      const kinds = files.map(({ codec, size }) => `${codec} ${size}`);
      expect(kinds).toEqual(kinds.toSorted((a, b) => Number(a === expected) - Number(b === expected)));
      expect(new Set(kinds)).toEqual(new Set(['avc1 640x360', expected]));
      const before = files.filter(({ size }) => size === '640x360').flatMap(({ pictures }) => pictures);
      // It started with a keyframe and had every picture up to the change.
      expect((changedAt - before.length) % GROUP).toBe(0);
      const firstAfter = rows[kinds.indexOf(expected)];
      // For another codec the stream has to be reconnected.
      expect((firstAfter?.preciseStartTs.getTime() ?? Number.POSITIVE_INFINITY) - changedMs).toBeLessThan(
        LOST_AT_MOST_MS,
      );
      await camera.stop();
    },
  );

  it('to another codec, between its description and its first picture, has files with the right codec', async () => {
    camera = await startBareCamera({
      describe: (connection) => sdpOf(connection === 0 ? 'H264' : 'H265'),
      picture: (index) => ({ nals: hevc[index % hevc.length] ?? [], codec: 'h265', rtpTime: index * PICTURE_TICKS }),
    });
    const cameraId = await installation.addCamera({ name: 'described before it changed', url: camera.url });
    await until(async () => (await rowsOf(installation, cameraId)).length >= 3);
    const files = await Promise.all((await rowsOf(installation, cameraId)).map(({ path }) => decode(path)));
    expect(new Set(files.map(({ codec, size, errors }) => `${codec} ${size}${errors}`))).toEqual(
      new Set(['hvc1 320x180']),
    );
    await camera.stop();
  });
});
