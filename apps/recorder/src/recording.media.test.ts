import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSegmentFacts, type SegmentFacts } from '@holdfast/media';
import {
  type GstCamera,
  gstLaunch,
  packetsOfEach,
  seekInChromium,
  seekWithGstreamer,
  startGstCamera,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDirectly } from './testing/direct-reader.ts';
import { filesOf, rowsOf, spooled } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';
import { pictureHashes } from './testing/picture-hashes.ts';
import { placesIn } from './testing/places-in.ts';

const run = promisify(execFile);
const SEGMENTS = 42;
/** Of each camera, compared with what it sent. */
const PICTURES = 200;
/** By the camera's clock. */
const PICTURE_MS = 50;

// One per cent more samples than its clock promises, and one in fifty frames is lost.
const driftingAudio =
  'audiotestsrc is-live=true wave=sine volume=0.2 ! audio/x-raw,format=F32LE,rate=48480,channels=1' +
  ' ! capssetter replace=true caps="audio/x-raw,format=F32LE,rate=48000,channels=1,layout=(string)interleaved"' +
  ' ! avenc_aac ! aacparse ! identity drop-probability=0.02 ! rtpmp4gpay name=pay1 pt=97';

const mounts = {
  '/h264': `( ${gstLaunch.h264({ size: '160x120' })} ${driftingAudio} )`,
  '/h265': `( ${gstLaunch.h265()} )`,
};

let camera: GstCamera;
let installation: Installation;
let recorder: RunningRecorder;
let ids: { h264: string; h265: string };
let direct: { h264: string; h265: string };
let connections: { quiet: number; watched: number };

/** Established connections of the recorder to the camera. */
async function connectionsTo(port: number): Promise<number> {
  const folder = `/proc/${recorder.process.pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')));
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const inodes = rows
    .filter(([, , remote, state]) => remote?.endsWith(`:${hex}`) && state === '01')
    .map(([, , , , , , , , , inode]) => inode)
    .filter((inode) => links.includes(`socket:[${inode}]`));
  // The kernel may list a connection twice while others begin and end.
  return new Set(inodes).size;
}

const restreamUrl = async (path: string) => {
  const account = await installation.db.selectFrom('restreamAccount').selectAll().executeTakeFirstOrThrow();
  const port = /"rtsp_port":(\d+)/.exec(recorder.output())?.[1];
  return `rtsp://${account.username}:${installation.secrets.open(account.password)}@127.0.0.1:${port}/${path}`;
};

const recordedMs = async (cameraId: string) =>
  (await rowsOf(installation, cameraId)).reduce((sum, { durationMs }) => sum + durationMs, 0);

beforeAll(async () => {
  camera = await startGstCamera({ mounts });
  installation = await openInstallation();
  direct = { h264: join(installation.folder, 'h264.mp4'), h265: join(installation.folder, 'h265.mp4') };
  const readers = await Promise.all([
    readDirectly(camera.url('/h264'), direct.h264),
    readDirectly(camera.url('/h265'), direct.h265),
  ]);
  ids = {
    h264: await installation.addCamera({ name: 'Gate', url: camera.url('/h264'), audio: true }),
    h265: await installation.addCamera({ name: 'Yard', url: camera.url('/h265') }),
  };
  recorder = await installation.startRecorder();
  await until(
    async () => (await rowsOf(installation, ids.h264)).length > 2 && (await rowsOf(installation, ids.h265)).length > 2,
  );
  const quiet = await connectionsTo(camera.port);
  const url = await restreamUrl(`${ids.h264}/main`);
  const viewers = [1, 2].map(() =>
    run('ffmpeg', ['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-t', '3', '-c', 'copy', '-f', 'null', '-']),
  );
  let watching = true;
  const viewed = Promise.all(viewers).finally(() => {
    watching = false;
  });
  connections = { quiet, watched: quiet };
  while (watching) {
    connections.watched = Math.max(connections.watched, await connectionsTo(camera.port));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await viewed;
  await until(async () => (await rowsOf(installation, ids.h264)).length >= SEGMENTS);
  // On a busy machine one camera encodes fewer than its twenty pictures a second while the other keeps up.
  await until(async () => (await recordedMs(ids.h265)) > (PICTURES + 20) * PICTURE_MS);
  expect(await recorder.stop()).toBe(0);
  await Promise.all(readers.map((reader) => reader.stop()));
});

afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

const pathsOf = async (cameraId: string) =>
  (await rowsOf(installation, cameraId)).map(({ path }) => join(installation.footage, path));

async function factsOf(path: string): Promise<SegmentFacts> {
  const reading = await readSegmentFacts(path);
  if (reading.kind !== 'segment') throw new Error(`${path}: ${reading.kind}`);
  return reading.facts;
}

describe.each(['h264', 'h265'] as const)('line 2: video of an %s camera is copied bit-exact', (codec) => {
  it('no packet is missing or duplicated, across all segment boundaries', async () => {
    const recorded = await pictureHashes(await pathsOf(ids[codec]), codec);
    const sent = await pictureHashes([direct[codec]], codec);
    // The first packet of a reader may be preceded by other parameter sets.
    const wanted = recorded.slice(1);
    expect(wanted.length).toBeGreaterThan(PICTURES);
    expect(placesIn(sent, wanted, { mayLack: 40 })).not.toEqual([]);
  });

  it('every file has one correct index of its video, and plays from any point', async () => {
    const paths = await pathsOf(ids[codec]);
    for (const path of paths) {
      const { tracks, finished, sidxes } = await factsOf(path);
      expect(finished).toBe(true);
      expect(sidxes).toHaveLength(1);
      expect(tracks.map(({ sidx }) => sidx.kind)).toEqual(tracks.map((_, i) => (i === 0 ? 'right' : 'absent')));
      expect(tracks[0]?.format.codec).toMatch(codec === 'h264' ? /^avc1\./ : /^hvc1\./);
    }
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-ss', '0.5', '-i', paths[5] ?? '', '-f', 'null', '-']);
    expect(stderr).toBe('');
  });

  it('every file seeks in GStreamer', async () => {
    const paths = await pathsOf(ids[codec]);
    expect(await seekWithGstreamer(paths[5] ?? '', 0.5)).toBeCloseTo(0.5, 1);
  });
});

describe('line 2: a recorded file in Chromium', () => {
  it('seeks forward and backward, and the picture changes accordingly', async () => {
    const [path = ''] = (await pathsOf(ids.h264)).slice(5);
    const [start, later, again] = await seekInChromium(path, [0.05, 0.5, 0.05]);
    expect([start?.currentTime, later?.currentTime]).toEqual([0.05, 0.5]);
    expect(later?.checksum).not.toBe(start?.checksum);
    expect(again?.checksum).toBe(start?.checksum);
  });
});

describe('line 2: audio is AAC at 48 kHz and sample-continuous', () => {
  it('over 40 segments of a source that drifts by one per cent and loses packets', async () => {
    const paths = await pathsOf(ids.h264);
    expect(paths.length).toBeGreaterThanOrEqual(40);
    const frame = 1024 / 48_000;
    const edges: { lead: number; trail: number }[] = [];
    const sound = await packetsOfEach(paths, 'a:0');
    const pictures = await packetsOfEach(paths, 'v:0');
    for (const [i, audio] of sound.entries()) {
      const inner = audio.slice(1).map(({ ptsSeconds }) => ptsSeconds);
      for (const [n, pts] of inner.entries()) expect(Math.abs(pts - (inner[0]! + n * frame))).toBeLessThan(0.001);
      const videoStart = Math.min(...pictures[i]!.map(({ ptsSeconds }) => ptsSeconds));
      const audioStart = inner[0]! - frame;
      const videoEnd = videoStart + (await factsOf(paths[i]!)).durationMs / 1000;
      edges.push({ lead: audioStart - videoStart, trail: audioStart + frame * audio.length - videoEnd });
    }
    for (const [i, { lead }] of edges.entries())
      if (i > 0) expect(Math.abs(lead - edges[i - 1]!.trail)).toBeLessThan(0.003);
    const format = (await factsOf(paths[3]!)).tracks[1]?.format;
    expect(format).toMatchObject({ kind: 'audio', codec: 'mp4a.40.2', sampleRateHz: 48_000 });
  });
});

/** The end in the index is never before the name, which runs ahead of the pictures of a camera that makes up for a stall. */
const mediaEndMs = ({
  startTs,
  preciseStartTs,
  endTs,
  durationMs,
}: Awaited<ReturnType<typeof rowsOf>>[number]): number =>
  endTs > startTs ? endTs.getTime() : preciseStartTs.getTime() + durationMs;

describe('line 6: the index matches the disk', () => {
  it('one row per file and one file per row, with its exact size and media duration', async () => {
    for (const cameraId of Object.values(ids)) {
      const rows = await rowsOf(installation, cameraId);
      expect(rows.map(({ path }) => path)).toEqual(await filesOf(installation, cameraId));
      for (const [i, row] of rows.entries()) {
        const path = join(installation.footage, row.path);
        const facts = await factsOf(path);
        expect(row.sizeBytes).toBe((await stat(path)).size);
        expect(row.durationMs).toBe(facts.durationMs);
        expect(row.endTs.getTime()).toBeGreaterThanOrEqual(row.startTs.getTime());
        const aheadMs = row.startTs.getTime() - row.preciseStartTs.getTime();
        expect(aheadMs).toBeGreaterThan(-10_000);
        // Beyond this only because no two files have the same name: a camera that makes up for a stall begins several a second.
        if (aheadMs >= 10_000) expect(row.startTs.getTime() - rows[i - 1]!.startTs.getTime()).toBe(1_000);
      }
      const counter = await installation.db
        .selectFrom('footageCounter')
        .selectAll()
        .where('cameraId', '=', cameraId)
        .executeTakeFirstOrThrow();
      expect(counter).toMatchObject({
        segments: rows.length,
        bytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      });
    }
  });

  it('segments are contiguous: each starts when the previous one ends', async () => {
    for (const [codec, cameraId] of Object.entries(ids)) {
      const rows = await rowsOf(installation, cameraId);
      const offMs = rows.slice(1).map((row, i) => Math.abs(row.preciseStartTs.getTime() - mediaEndMs(rows[i]!)));
      // A stalled machine starts files late, so the median is compared; of two, the smaller one.
      const medianMs = [...offMs].sort((a, b) => a - b)[Math.floor((offMs.length - 1) / 2)];
      expect(medianMs, `${codec}: ${offMs.join(' ')} ms between segments`).toBeLessThan(500);
    }
  });
});

describe('line 8: stopping', () => {
  it('publishes and indexes the last segment and leaves nothing in the spool', async () => {
    expect(await spooled(installation)).toEqual([]);
    const session = await installation.db.selectFrom('recorderRun').selectAll().executeTakeFirstOrThrow();
    expect(session.endedAt).not.toBeNull();
    const last = (await rowsOf(installation, ids.h264)).at(-1)!;
    expect(session.endedAt!.getTime() - last.endTs.getTime()).toBeLessThan(3_000);
    const lease = await installation.db.selectFrom('recorderLease').selectAll().executeTakeFirstOrThrow();
    expect(lease.holder).toBeNull();
  });
});

describe('line 20: the storage marker', () => {
  it('is written after the first segment', async () => {
    const status = await installation.db.selectFrom('storageStatus').selectAll().executeTakeFirstOrThrow();
    const marker = JSON.parse(await readFile(join(installation.footage, '.holdfast-storage.json'), 'utf8'));
    expect(marker.marker).toBe(status.marker);
  });
});

describe('line 24: one connection per camera stream', () => {
  it('however many read from the restream', () => {
    expect(connections).toEqual({ quiet: 2, watched: 2 });
  });

  it('the log contains no passwords', async () => {
    const account = await installation.db.selectFrom('restreamAccount').selectAll().executeTakeFirstOrThrow();
    expect(recorder.output()).not.toContain(installation.secrets.open(account.password));
    expect(recorder.output()).not.toMatch(/recorder:[0-9a-f]{48}@/);
  });
});
