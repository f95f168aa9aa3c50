import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSegmentFacts } from '@holdfast/media';
import { clockPicture, numberedPictures, readClock, startBareCamera } from '@holdfast/testkit';
import { rowsOf } from './footage.ts';
import { type Installation, openInstallation, until } from './installation.ts';

export interface ClockedCamera {
  name: string;
  fps: number;
  /** The camera's time, by the time since its first picture. */
  stampAt(takenMs: number): number;
}

export interface ClockedFootage {
  name: string;
  pictures: number;
  /** Of the time at which footage shows a picture, against the time at which it was sent. */
  p99Ms: number;
  worstMs: number;
  /** Between two segments, in milliseconds. */
  gaps: number[];
}

const run = promisify(execFile);
/** More than recording takes to begin and end. */
const SPARE_SECONDS = 60;
const RGBA_BYTES = clockPicture.width * clockPicture.height * 4;

/** Records cameras whose pictures show their numbers, and compares when each was sent with when the footage shows it. */
export async function recordCameraClocks({
  seconds,
  cameras,
}: {
  seconds: number;
  cameras: readonly ClockedCamera[];
}): Promise<ClockedFootage[]> {
  const encoded = new Map<number, Buffer[][]>();
  for (const { fps } of cameras)
    if (!encoded.has(fps))
      encoded.set(fps, await numberedPictures({ count: (seconds + SPARE_SECONDS) * fps, group: fps * 2 }));
  await using resources = new AsyncDisposableStack();
  const installation = await openInstallation();
  resources.defer(() => installation.close());
  const running = await Promise.all(
    cameras.map(async ({ name, fps, stampAt }) => {
      const pictures = encoded.get(fps) ?? [];
      const sentMs: number[] = [];
      const camera = await startBareCamera({
        pictureMs: 1000 / fps,
        picture: () => {
          const index = sentMs.length;
          const nals = pictures[index];
          const nowMs = Date.now();
          sentMs.push(nowMs);
          return nals && { nals, rtpTime: Math.round(stampAt(nowMs - (sentMs[0] ?? nowMs)) * 90) };
        },
      });
      resources.defer(() => camera.stop());
      return { name, sentMs, id: await installation.addCamera({ name, url: camera.url }) };
    }),
  );
  const recorder = await installation.startRecorder({ timing: { segmentSeconds: 4 } });
  for (const { id } of running)
    for (let ms = 0; ms < seconds * 1_000; ms = await recordedMs(installation, id))
      await until(async () => (await recordedMs(installation, id)) > ms);
  await recorder.stop();
  const footage: ClockedFootage[] = [];
  for (const { name, sentMs, id } of running) footage.push({ name, ...(await compare(installation, id, sentMs)) });
  return footage;
}

const recordedMs = async (installation: Installation, cameraId: string) =>
  (await rowsOf(installation, cameraId)).reduce((sum, { durationMs }) => sum + durationMs, 0);

async function compare(installation: Installation, cameraId: string, sentMs: readonly number[]) {
  const rows = await rowsOf(installation, cameraId);
  const errorsMs: number[] = [];
  for (const { path, preciseStartTs, endTs } of rows) {
    const { numbers, startsMs, lengthMs } = await picturesOf(join(installation.footage, path));
    for (const [at, number] of numbers.entries()) {
      const lastsMs = endTs.getTime() - preciseStartTs.getTime();
      const shownMs = preciseStartTs.getTime() + ((startsMs[at] ?? 0) / lengthMs) * lastsMs;
      errorsMs.push(Math.abs(shownMs - (sentMs[number] ?? Number.NaN)));
    }
  }
  errorsMs.sort((a, b) => a - b);
  const gaps = rows.slice(1).flatMap(({ preciseStartTs }, index) => {
    const gapMs = preciseStartTs.getTime() - (rows[index]?.endTs ?? preciseStartTs).getTime();
    return Math.abs(gapMs) > 1 ? [gapMs] : [];
  });
  return {
    pictures: errorsMs.length,
    p99Ms: errorsMs[Math.floor(errorsMs.length * 0.99)] ?? Number.NaN,
    worstMs: errorsMs.at(-1) ?? Number.NaN,
    gaps,
  };
}

const PICTURE_LINE = /showinfo.* pts_time:(\S+)/g;

/** The numbers on the pictures of a file, with the time of each in the file. */
async function picturesOf(path: string): Promise<{ numbers: number[]; startsMs: number[]; lengthMs: number }> {
  const decode = ['-hide_banner', '-threads', '1', '-i', path, '-fps_mode', 'passthrough', '-vf', 'showinfo'];
  const { stdout, stderr } = await run('ffmpeg', [...decode, '-pix_fmt', 'rgba', '-f', 'rawvideo', 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = [...stderr.toString().matchAll(PICTURE_LINE)];
  const startsMs = lines.map(([, start]) => Number(start) * 1000);
  const numbers = lines.map((_, index) => {
    const number = readClock(stdout.subarray(index * RGBA_BYTES, (index + 1) * RGBA_BYTES));
    if (number === undefined) throw new Error(`picture ${index} of ${path} shows no number`);
    return number;
  });
  const reading = await readSegmentFacts(path);
  if (reading.kind !== 'segment') throw new Error(`${path} is no segment`);
  return { numbers, startsMs, lengthMs: reading.facts.durationMs };
}
