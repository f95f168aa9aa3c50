import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packetsOf, until } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBoxHeader } from '../mp4/box-header.ts';
import { bytesSource } from '../mp4/byte-source.ts';
import { mendSidx } from '../mp4/mend-sidx.ts';
import { repairTail } from '../mp4/repair-tail.ts';
import { readSegment, readSegmentFacts, type SegmentFacts } from '../mp4/segment-facts.ts';
import { ffmpeg, type Recording, recordFile } from './testing/record-fixture.ts';

const SECONDS = 18;
const AAC_FRAME = 1024;
const sources = {
  h264: join(tmpdir(), `source-${process.pid}-h264.mkv`),
  hevc: join(tmpdir(), `source-${process.pid}-hevc.mkv`),
};
const recordings: Recording[] = [];

async function record(...args: Parameters<typeof recordFile>): Promise<Recording> {
  const recording = await recordFile(...args);
  recordings.push(recording);
  return recording;
}

async function factsOf(path: string): Promise<SegmentFacts> {
  const reading = await readSegmentFacts(path);
  if (reading.kind !== 'segment') throw new Error(`${path}: ${JSON.stringify(reading)}`);
  return reading.facts;
}

const hashes = async (paths: readonly string[]) =>
  (await Promise.all(paths.map((path) => packetsOf(path, 'v:0')))).flat().map((packet) => packet.hash);

let h264: Recording;
let hevc: Recording;
let childEnvironment: string[];

beforeAll(async () => {
  // The sound comes from a clock that is 1 % slow and loses a third of a second every five.
  const lossy = "aselect='not(between(mod(t,5),2,2.33))',asetpts=PTS*1.01";
  const picture = (rate: number) => ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}`];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-bf', '0'];
  const x265 = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'keyint=12:min-keyint=12:bframes=2:log-level=none',
  ];
  const length = ['-t', String(SECONDS)];
  await ffmpeg(...picture(15), ...sound, ...length, ...x264, '-af', lossy, '-c:a', 'aac', sources.h264);
  await ffmpeg(...picture(12), ...length, ...x265, sources.hevc);
  h264 = await record(sources.h264, { audio: true, segmentSeconds: 1 });
  childEnvironment = (await readFile(`/proc/${h264.child.pid}/environ`, 'utf8')).split('\0');
  hevc = await record(sources.hevc, { audio: false, segmentSeconds: 2 });
  const exits = await Promise.all([h264.child.exit, hevc.child.exit]);
  for (const exit of exits) expect(exit).toMatchObject({ kind: 'exited', code: 0 });
});

afterAll(async () => {
  for (const { child, spool } of recordings) {
    await child.stop();
    await rm(spool, { recursive: true });
  }
  await Promise.all(Object.values(sources).map((source) => rm(source, { force: true })));
});

describe('line 1: the child runs in UTC', () => {
  it('although the host asks for another zone, and inherits nothing else', () => {
    expect(childEnvironment).toContain('TZ=UTC');
    expect(childEnvironment.join(' ')).not.toContain('Auckland');
    expect(childEnvironment.filter((entry) => /^(?:DATABASE_URL|NODE|VITEST)/.test(entry))).toEqual([]);
  });
});

describe('line 2: segments as written', () => {
  it('hold ftyp, moov, one sidx per track, then moof and mdat in turn', async () => {
    const bytes = await readFile(h264.finished[3]!.path);
    const types: string[] = [];
    for (let offset = 0; offset < bytes.length; ) {
      const reading = decodeBoxHeader(bytes.subarray(offset, offset + 16), { offset, limit: bytes.length });
      if (reading.kind !== 'box') throw new Error(reading.kind);
      types.push(reading.box.type);
      offset += reading.box.size;
    }
    expect(types.join(' ')).toMatch(/^ftyp moov sidx sidx( moof mdat)+ mfra$/);
  });

  it('carry an index for each track whose sums and offsets are those of the fragments, once mended', async () => {
    for (const { path } of [...h264.finished, ...hevc.finished]) {
      expect((await mendSidx(path)).kind).not.toBe('hopeless');
      const { tracks, finished } = await factsOf(path);
      expect(tracks.map((track) => track.sidx)).toEqual(tracks.map(() => ({ kind: 'right' })));
      expect(finished).toBe(true);
    }
  });

  it('name their codecs for players, without being told them: avc1, hvc1 and AAC at 48 kHz', async () => {
    const [first, second] = [await factsOf(h264.finished[1]!.path), await factsOf(hevc.finished[1]!.path)];
    expect(first.tracks.map((track) => track.format)).toEqual([
      { kind: 'video', codec: expect.stringMatching(/^avc1\.[0-9A-F]{6}$/), widthPx: 320, heightPx: 180 },
      { kind: 'audio', codec: 'mp4a.40.2', sampleRateHz: 48_000, channels: expect.any(Number) },
    ]);
    expect(second.tracks.map((track) => track.format)).toEqual([
      { kind: 'video', codec: expect.stringMatching(/^hvc1\.1\.6\.L\d+/), widthPx: 320, heightPx: 180 },
    ]);
  });

  it('give one parameter hash to all segments of a run', async () => {
    const facts = await Promise.all(h264.finished.map(({ path }) => factsOf(path)));
    expect(new Set(facts.map((fact) => fact.parameterHash)).size).toBe(1);
  });

  it.each(['h264', 'hevc'] as const)(
    'begin on a keyframe and hold the %s packets of the source, none missing, none twice',
    async (codec) => {
      const { finished } = { h264, hevc }[codec];
      expect(finished.length).toBeGreaterThan(SECONDS / 2 - 2);
      expect(await hashes(finished.map(({ path }) => path))).toEqual(await hashes([sources[codec]]));
      for (const { path } of finished) expect((await factsOf(path)).fragments[0]?.startsWithKeyframe).toBe(true);
    },
  );

  it('know their exact length: the lengths add up to the source', async () => {
    for (const [recording, rate] of [
      [h264, 15],
      [hevc, 12],
    ] as const) {
      const facts = await Promise.all(recording.finished.map(({ path }) => factsOf(path)));
      const totalMs = facts.reduce((sum, fact) => sum + fact.durationMs, 0);
      const frames = facts.reduce((sum, fact) => sum + (fact.tracks[0]?.samples ?? 0), 0);
      expect(frames).toBe(SECONDS * rate);
      // The source's container keeps times in whole milliseconds, so each border may be one off.
      expect(Math.abs(totalMs - SECONDS * 1000)).toBeLessThanOrEqual(2 * facts.length);
    }
  });

  it('continue the sound sample by sample over every border, from a source that drifts and drops', async () => {
    const ticks = (seconds: number) => Math.round(seconds * 48_000);
    let expectedNext = 0;
    for (const { path, mediaStartSeconds } of h264.finished) {
      const packets = await packetsOf(path, 'a:0');
      // The first packet of a file is stretched back to the file's first picture, so its place follows from the second.
      const inner = packets.slice(1).map((packet) => ticks(packet.ptsSeconds));
      const first = inner[0]! - AAC_FRAME;
      expect(inner).toEqual(inner.map((_, i) => first + AAC_FRAME * (i + 1)));
      expect(Math.abs(ticks(mediaStartSeconds) + first - expectedNext)).toBeLessThanOrEqual(1);
      expectedNext += AAC_FRAME * packets.length;
    }
    expect(expectedNext).toBeGreaterThan((SECONDS - 1) * 48_000);
  });
});

describe('line 3: finished segments are listed on stdout', () => {
  it('one line per file, and no file without its line', async () => {
    for (const { spool, finished } of [h264, hevc]) {
      expect((await readdir(spool)).sort()).toEqual(finished.map(({ fileName }) => fileName));
    }
  });
});

describe('line 4: the child never truncates what it has closed', () => {
  it('although the clock steps back by one segment just before a border', async () => {
    const libraries = await readdir('/usr/lib');
    const folder = libraries.find((name) => name.endsWith('-linux-gnu'));
    const clock = join(tmpdir(), `clock-${process.pid}`);
    await writeFile(clock, '+0');
    const output = { audio: false, segmentSeconds: 4 } as const;
    const recording = await record(sources.h264, output, {
      LD_PRELOAD: `/usr/lib/${folder}/faketime/libfaketime.so.1`,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    await until(() => recording.finished.length > 0);
    await until(() => Date.now() % 4000 > 3400);
    await writeFile(clock, '-4');
    expect(await recording.child.exit).toMatchObject({ kind: 'exited', code: 0 });
    await rm(clock);
    expect(new Set(recording.finished.map(({ fileName }) => fileName)).size).toBe(recording.finished.length);
    expect(await hashes(recording.finished.map(({ path }) => path))).toEqual(await hashes([sources.h264]));
  });
});

describe('line 4: a child that stalls', () => {
  it('and then catches up, cutting more than once in a second, loses nothing either', async () => {
    const recording = await record(sources.h264, { audio: false, segmentSeconds: 1 });
    await until(() => recording.finished.length > 1);
    process.kill(recording.child.pid!, 'SIGSTOP');
    const stoppedMs = Date.now();
    await until(() => Date.now() - stoppedMs > 3000);
    process.kill(recording.child.pid!, 'SIGCONT');
    expect(await recording.child.exit).toMatchObject({ kind: 'exited', code: 0 });
    expect(await hashes(recording.finished.map(({ path }) => path))).toEqual(await hashes([sources.h264]));
  });
});

describe('line 8: stopping', () => {
  it('one SIGINT finishes the open segment, lists it and leaves it whole', async () => {
    const recording = await record(sources.h264, { audio: true });
    await until(async () => {
      const [open] = await readdir(recording.spool);
      if (open === undefined) return false;
      const reading = await readSegmentFacts(join(recording.spool, open));
      return reading.kind === 'segment' && reading.facts.fragments.length >= 2;
    });
    const exit = await recording.child.stop({ waitMs: 30_000 });
    expect(exit.kind).toBe('exited');
    expect((await readdir(recording.spool)).sort()).toEqual(recording.finished.map(({ fileName }) => fileName));
    const { path } = recording.finished.at(-1)!;
    await mendSidx(path);
    const facts = await factsOf(path);
    expect(facts.tracks.map((track) => track.sidx.kind)).toEqual(['right', 'right']);
    expect(facts.finished).toBe(true);
    await ffmpeg('-xerror', '-ss', '1', '-i', path, '-f', 'null', '-');
  });
});

describe('kill -9', () => {
  it('leaves whole fragments that are found, and playable once the torn tail is cut off', async () => {
    // Cut on the clock: with borders a day apart none comes between the look and the kill.
    const recording = await record(sources.h264, { audio: true, segmentSeconds: 86_400 });
    let open = '';
    await until(async () => {
      open = (await readdir(recording.spool)).sort().at(-1) ?? '';
      const reading = await readSegmentFacts(join(recording.spool, open));
      return reading.kind === 'segment' && reading.facts.fragments.length >= 3;
    });
    process.kill(recording.child.pid!, 'SIGKILL');
    expect(await recording.child.exit).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' });
    expect(recording.finished.map(({ fileName }) => fileName)).not.toContain(open);

    const path = join(recording.spool, open);
    const facts = await factsOf(path);
    expect(facts.durationMs).toBeGreaterThan(2500);
    expect(facts.finished).toBe(false);
    const repair = await repairTail(path);
    if (repair.kind === 'truncate') await truncate(path, repair.lengthBytes);
    expect(await repairTail(path)).toEqual({ kind: 'whole' });
    expect((await stat(path)).size).toBe(facts.completeBytes);
    const earlier = recording.finished.map((segment) => segment.path);
    const kept = await hashes([...earlier, path]);
    expect(kept).toEqual((await hashes([sources.h264])).slice(0, kept.length));
    await ffmpeg('-xerror', '-i', path, '-f', 'null', '-');
  });
});

describe('a real segment cut at any byte', () => {
  it('yields exactly its whole fragments', async () => {
    const path = join(h264.spool, 'small.mp4');
    const flags = 'frag_keyframe+empty_moov+default_base_moof+global_sidx';
    const source = ['-f', 'lavfi', '-i', 'color=black:size=64x36:rate=5', '-f', 'lavfi', '-i', 'anullsrc=r=48000'];
    const codecs = ['-c:v', 'libx264', '-g', '5', '-c:a', 'aac', '-b:a', '16k', '-t', '3'];
    await ffmpeg(...source, ...codecs, '-movflags', flags, path);
    const bytes = await readFile(path);
    await rm(path);
    const whole = await readSegment(bytesSource(bytes));
    if (whole.kind !== 'segment') throw new Error(whole.kind);
    const ends = whole.facts.fragments.map((fragment) => fragment.offset + fragment.size);
    expect(ends.length).toBeGreaterThanOrEqual(3);
    for (let length = 512; length < bytes.length; length += 1) {
      const expected = ends.filter((end) => end <= length).length;
      const reading = await readSegment(bytesSource(bytes.subarray(0, length)));
      const found = reading.kind === 'segment' ? reading.facts.fragments.length : 0;
      if (found !== expected) throw new Error(`cut at ${length}: ${found} fragments instead of ${expected}`);
    }
  });
});
