import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PlayableSegment, planPlayback } from '@holdfast/domain';
import { packetsOf, packetsOfEach } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openByteSource } from '../mp4/byte-source.ts';
import { readSegmentFacts } from '../mp4/segment-facts.ts';
import { brokenHlsRules } from './hls-rules.oracle.ts';
import { openMedia, readInit } from './open-media.ts';
import type { PieceSource } from './piece-source.ts';
import { printPlaylist } from './print-playlist.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';
const GAP_MS = 60_000;
const KNOWN_DATE = '#EXT-X-PROGRAM-DATE-TIME:2026-11-15T00:00:02.000Z';

let folder: string;
let server: Server;
let url: string;
let files: string[];

/** Twenty seconds with sound in files of two seconds, each starting at zero. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-hls-'));
  await run('ffmpeg', [
    ...[
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=320x180:rate=15',
      '-f',
      'lavfi',
      '-i',
      'sine=sample_rate=48000',
      '-t',
      '20',
    ],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-c:a', 'aac'],
    ...[
      '-f',
      'segment',
      '-segment_time',
      '2',
      '-reset_timestamps',
      '1',
      '-segment_format_options',
      FLAGS,
      join(folder, '%03d.mp4'),
    ],
  ]);
  files = (await readdir(folder)).sort().map((name) => join(folder, name));
  server = createServer(async (request, response) => {
    const [, kind, id, at, n] = /^\/(\w+)\/(\d+)\.m\w+(?:\?at=(\d+)&n=(\d+))?$/.exec(request.url ?? '') ?? [];
    const path = files[Number(id)] ?? '';
    if (kind === undefined) return response.end(await playlist());
    if (kind === 'init') return response.end(await readInit(await openByteSource(path)));
    const media = await openMedia(await openByteSource(path), { offsetMs: Number(at), sequence: Number(n) * 1_000 });
    if (media.kind !== 'media') return response.writeHead(404).end();
    response.end(await allOf(media.pieces));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/list.m3u8`;
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function allOf(pieces: PieceSource): Promise<Buffer> {
  const whole = Buffer.alloc(pieces.lengthBytes);
  for (let at = 0; at < whole.length; ) at += await pieces.fill(whole.subarray(at));
  await pieces.close();
  return whole;
}

/** As in the index: the second half was recorded a minute later. */
async function segments({ driftMs = 0 } = {}): Promise<PlayableSegment[]> {
  let startMs = Date.UTC(2026, 10, 15);
  const rows: PlayableSegment[] = [];
  for (const [id, path] of files.entries()) {
    const reading = await readSegmentFacts(path);
    if (reading.kind !== 'segment') throw new Error(path);
    if (id === 5) startMs += GAP_MS;
    rows.push({ id, startMs, durationMs: reading.facts.durationMs, parameterHash: reading.facts.parameterHash });
    startMs += reading.facts.durationMs + driftMs;
  }
  return rows;
}

const playlist = async (clock: { driftMs?: number } = {}) =>
  printPlaylist(planPlayback(await segments(clock)), {
    init: (id) => `/init/${id}.mp4`,
    media: ({ id, mediaOffsetMs }, sequence) => `/media/${id}.m4s?at=${mediaOffsetMs}&n=${sequence}`,
  });

it('has one initialization segment, two stretches and every file, and is valid HLS', async () => {
  const text = await playlist();
  const lines = text.split('\n');
  const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
  expect(count('#EXTINF')).toBe(files.length);
  expect([count('#EXT-X-MAP'), count('#EXT-X-DISCONTINUITY'), count('#EXT-X-PROGRAM-DATE-TIME')]).toEqual([1, 1, 2]);
  expect(brokenHlsRules(text)).toEqual([]);
});

it.each([-200, 200])(
  'repeats the date if a clock drifts by %i ms per file, within the same stretch',
  async (driftMs) => {
    const text = await playlist({ driftMs });
    const count = (start: string) => text.split('\n').filter((line) => line.startsWith(start)).length;
    expect([count('#EXT-X-DISCONTINUITY'), count('#EXT-X-PROGRAM-DATE-TIME')]).toEqual([1, 6]);
    expect(brokenHlsRules(text)).toEqual([]);
  },
);

it.each([
  ['no beginning', (text: string) => text.replace('#EXTM3U\n', '')],
  ['no end', (text: string) => text.replace('#EXT-X-ENDLIST\n', '')],
  ['an old version', (text: string) => text.replace('VERSION:7', 'VERSION:3')],
  ['a target that is too short', (text: string) => text.replace(/TARGETDURATION:\d+/, 'TARGETDURATION:1')],
  ['no set-up', (text: string) => text.replace(/#EXT-X-MAP.*\n/, '')],
  ['a segment without a duration', (text: string) => text.replace(/#EXTINF.*\n/, '')],
  ['a stretch without its date', (text: string) => text.replace(/(DISCONTINUITY\n)#EXT-X-PROGRAM.*\n/, '$1')],
  ['a date that players know', (text: string) => text.replace(/(#EXTINF.*\n\/media\/1\.)/, `${KNOWN_DATE}\n$1`)],
  ['a stretch that is not marked', (text: string) => text.replace('#EXT-X-DISCONTINUITY\n', '')],
])('would detect %s', async (_title, broken) => {
  expect(brokenHlsRules(broken(await playlist()))).not.toEqual([]);
});

it('starts every segment with a keyframe, where the previous one ended', async () => {
  const media = [...(await playlist()).matchAll(/\/media\/.*/g)].map(([path]) => new URL(path, url));
  let previousEndMs = 0;
  for (const [index, address] of media.entries()) {
    const [init, bytes] = await Promise.all(
      [new URL('/init/0.mp4', url), address].map(async (one) => Buffer.from(await (await fetch(one)).arrayBuffer())),
    );
    const file = join(folder, 'one-segment');
    await writeFile(file, Buffer.concat([init ?? Buffer.alloc(0), bytes ?? Buffer.alloc(0)]));
    const reading = await readSegmentFacts(file);
    if (reading.kind !== 'segment') throw new Error(reading.kind);
    expect(reading.facts.fragments[0]?.startsWithKeyframe).toBe(true);
    const [video] = reading.facts.tracks;
    const startMs = ((video?.startTicks ?? 0) / (video?.timescale ?? 1)) * 1000;
    // The sixth starts a new stretch.
    expect(Math.abs(startMs - (index === 5 ? 0 : previousEndMs))).toBeLessThan(40);
    previousEndMs = startMs + (video?.durationMs ?? 0);
  }
});

let reading: ReturnType<typeof packetsOfEach> | undefined;
/** Of each file, read once for all questions. */
const recordedPackets = () => {
  reading ??= packetsOfEach(files, 'v:0');
  return reading;
};

it('plays every frame once and without gaps within a stretch', async () => {
  const times = (await packetsOf(url, 'v:0')).map(({ ptsSeconds }) => ptsSeconds);
  expect(times).toHaveLength(300);
  const perFile = (await recordedPackets()).map(({ length }) => length);
  const borders = perFile.slice(0, -1).map((_, i) => perFile.slice(0, i + 1).reduce((sum, length) => sum + length, 0));
  const uneven = borders.filter((frame) => Math.abs((times[frame] ?? 0) - (times[frame - 1] ?? 0) - 1 / 15) > 0.003);
  // Each stretch starts its own clock, so only the boundary between the two is uneven.
  expect(uneven).toEqual([150]);
});

it('sends every picture unchanged', async () => {
  const recorded = (await recordedPackets()).flat();
  const played = await packetsOf(url, 'v:0');
  expect(played.map(({ hash }) => hash)).toEqual(recorded.map(({ hash }) => `SHA256:${hash}`));
});

it('rejects a file that is not footage', async () => {
  await writeFile(join(folder, 'not-footage.txt'), 'x'.repeat(1_000));
  expect(await openMedia(await openByteSource(join(folder, 'not-footage.txt')), { offsetMs: 0, sequence: 0 })).toEqual({
    kind: 'unplayable',
  });
  expect(await openMedia(await openByteSource(join(folder, 'none.mp4')), { offsetMs: 0, sequence: 0 })).toEqual({
    kind: 'unplayable',
  });
  expect(await readInit(await openByteSource(join(folder, 'none.mp4')))).toBeUndefined();
});
