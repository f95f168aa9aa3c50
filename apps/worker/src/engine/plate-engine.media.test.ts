import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderScene, streetByDay, streetPasses } from '@holdfast/scenes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFilePlates } from '../read-plates/read-file.ts';
import { oneCar } from '../testing/drive-by.ts';
import { drawScene } from '../testing/scene-pictures.ts';
import { ownModels } from './own-models.ts';
import { loadPlateEngine, type PlateEngine } from './plate-engine.ts';

let folder: string;
let engine: PlateEngine;
const car = streetPasses[0];
// Here the first car is close enough to be read.
const NEAR = { second: (car?.startSecond ?? 0) + 5.4 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plate-engine-'));
  engine = await loadPlateEngine();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tools = () => ({
  engine,
  ffmpegPath: 'ffmpeg',
  env: process.env,
  threads: 1,
  sampleFps: 5,
  country: undefined,
  zones: { include: [], exclude: [] },
});

describe('the plate engine', () => {
  it.each([
    ['unchanged', 'null'],
    ['at 4K', 'scale=3840:2160'],
    ['grey', 'format=gray'],
    ['as a portrait with an odd size', 'crop=301:539:(iw-301)/2:0'],
  ])('reads a car %s', async (_title, filter) => {
    const path = join(folder, 'car.png');
    await drawScene(streetByDay, { ...NEAR, target: path, filter });
    const reads = await readFilePlates({ path, kind: 'image' }, tools());
    expect(reads.map(({ plate }) => plate)).toEqual([car?.plate]);
    expect(reads[0]?.confidence).toBeGreaterThan(0.5);
  });

  it('ignores plates that are too small or outside the zones', async () => {
    const path = join(folder, 'small.png');
    await drawScene(streetByDay, { ...NEAR, target: path, filter: 'scale=320:240' });
    expect((await readFilePlates({ path, kind: 'image' }, tools())).length).toBeLessThanOrEqual(1);
    const top = [
      [0, 0],
      [1, 0],
      [1, 0.4],
      [0, 0.4],
    ] as const;
    const whole = join(folder, 'whole.png');
    await drawScene(streetByDay, { ...NEAR, target: whole });
    const inside = { ...tools(), zones: { include: [top], exclude: [] } };
    expect(await readFilePlates({ path: whole, kind: 'image' }, inside)).toEqual([]);
    const outside = { ...tools(), zones: { include: [], exclude: [top] } };
    expect(await readFilePlates({ path: whole, kind: 'image' }, outside)).toHaveLength(1);
  });

  it('reads a video with damaged pictures', async () => {
    const [whole, damaged] = [join(folder, 'whole.mp4'), join(folder, 'damaged.mp4')];
    const { scene, plate } = oneCar({ name: 'damaged', seconds: 7 });
    await renderScene({ scene, ffmpegPath: 'ffmpeg', target: whole });
    const noise = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', 'noise=amount=20000'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', whole, ...noise, damaged]);
    const reads = await readFilePlates({ path: damaged, kind: 'video' }, tools());
    expect(reads.map(({ plate }) => plate)).toContain(plate);
  });

  it('refuses a file without a picture with a sentence', async () => {
    const path = join(folder, 'noise.jpg');
    await writeFile(path, Buffer.alloc(4_096, 7));
    await expect(readFilePlates({ path, kind: 'image' }, tools())).rejects.toThrow(
      'holds no picture that can be read.',
    );
  });
});

describe('a model', () => {
  const load = (detector: string) => loadPlateEngine({ models: { ...ownModels, detector } });
  const describeAs = async (name: string, changes: object) => {
    const own = JSON.parse(await readFile(ownModels.detector, 'utf8'));
    const path = join(folder, `${name}.json`);
    await writeFile(path, JSON.stringify({ ...own, ...changes }));
    await copyFile(ownModels.detector.replace('.json', '.onnx'), join(folder, 'detector.onnx'));
    return path;
  };

  it('is named if it is missing', async () => {
    await expect(load(join(folder, 'nowhere.json'))).rejects.toThrow(/cannot be read \(ENOENT\)\.$/);
    await expect(load(await describeAs('gone', { file: 'gone.onnx' }))).rejects.toThrow(
      /gone\.onnx cannot be read \(ENOENT\)\.$/,
    );
  });

  it('is refused if truncated, by its hash or by the runtime', async () => {
    const hashed = await describeAs('hashed', {});
    const unhashed = await describeAs('unhashed', { sha256: undefined });
    await truncate(join(folder, 'detector.onnx'), 100_000);
    await expect(load(hashed)).rejects.toThrow(/is damaged or does not match the hash in its description\.$/);
    await expect(load(unhashed)).rejects.toThrow(/cannot be opened: /);
  });

  it('is refused if its shape does not match, before the first picture', async () => {
    await expect(load(await describeAs('larger', { input: { width: 640, height: 640 } }))).rejects.toThrow(
      /described input/,
    );
    await expect(load(await describeAs('yolo', { output: 'yolov8' }))).rejects.toThrow(
      /has an output of the shape 1x3024x5, which does not match "yolov8"/,
    );
    const reader = { ...ownModels, reader: join(folder, 'reader.json') };
    const own = JSON.parse(await readFile(ownModels.reader, 'utf8'));
    await copyFile(ownModels.reader.replace('.json', '.onnx'), join(folder, 'reader.onnx'));
    await writeFile(reader.reader, JSON.stringify({ ...own, alphabet: 'ABC' }));
    await expect(loadPlateEngine({ models: reader })).rejects.toThrow(/has no rows of 3 columns/);
    // Divides the number of values, but not their rows.
    await writeFile(reader.reader, JSON.stringify({ ...own, alphabet: 'AB' }));
    await expect(loadPlateEngine({ models: reader })).rejects.toThrow(/has no rows of 2 columns/);
    await writeFile(reader.reader, JSON.stringify({ ...own, heads: [{ name: 'text', kind: 'ctc' }] }));
    await expect(loadPlateEngine({ models: reader })).rejects.toThrow(/has no output "text", only slots, ctc/);
  });
});
