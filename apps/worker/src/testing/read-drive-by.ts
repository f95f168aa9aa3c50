import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PassResult, withMargin } from '@holdfast/domain';
import { type Crop, cutCrop, decodePictures, encodeCrop, fileInputArgs } from '@holdfast/media';
import { renderScene, type Scene } from '@holdfast/scenes';
import type { PlateEngine } from '../engine/plate-engine.ts';
import { createPassReader } from '../passes/pass-reader.ts';

export interface DriveByRead {
  plate: string;
  /** The engine's reading of the attached picture. */
  fromCrop: string | undefined;
}

/** Renders a scene, reads its passes as the worker does, and reads each picture back. */
export async function readDriveBy(engine: PlateEngine, scene: Scene): Promise<DriveByRead[]> {
  const folder = await mkdtemp(join(tmpdir(), 'drive-by-'));
  try {
    const path = join(folder, 'scene.mp4');
    await renderScene({ scene, ffmpegPath: 'ffmpeg', target: path });
    const results = await readPasses(engine, path);
    const reads: DriveByRead[] = [];
    for (const { text, best } of results) {
      const crop = join(folder, 'crop.jpg');
      const jpeg = best.evidence && (await encodeCrop(best.evidence, { ffmpegPath: 'ffmpeg' }));
      if (jpeg) await writeFile(crop, jpeg);
      reads.push({ plate: text, fromCrop: jpeg && (await readCrop(engine, crop)) });
    }
    return reads;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MARGIN = 0.25;
/** Position of the plate in its picture, which has a margin around it. */
const PLATE_IN_CROP = [
  MARGIN / (1 + 2 * MARGIN),
  MARGIN / (1 + 2 * MARGIN),
  1 / (1 + 2 * MARGIN),
  1 / (1 + 2 * MARGIN),
] as const;

async function readCrop(engine: PlateEngine, path: string): Promise<string | undefined> {
  const { pictures } = decodePictures({
    ...fileTools,
    inputArgs: fileInputArgs(path, 1),
    input: engine.detector.description.input,
  });
  for await (const picture of pictures) return (await engine.reader.read(picture, PLATE_IN_CROP)).candidates[0]?.text;
  return undefined;
}

const fileTools = { ffmpegPath: 'ffmpeg', env: process.env, threads: 1 };

async function readPasses(engine: PlateEngine, path: string): Promise<PassResult<Crop>[]> {
  const passes = createPassReader<Crop>({
    limits: { gapMs: 2_000, longestMs: 15_000 },
    reappearGapMs: 45_000,
    country: () => undefined,
  });
  const { pictures } = decodePictures({
    ...fileTools,
    inputArgs: fileInputArgs(path, 1),
    input: engine.detector.description.input,
    take: { fps: 5 },
  });
  const results: PassResult<Crop>[] = [];
  for await (const picture of pictures) {
    const sightings = await engine.read(picture, { tsMs: picture.timestampMs });
    const readings = sightings.map(({ reading }) => ({
      ...reading,
      evidence: cutCrop(picture, withMargin(reading.box, MARGIN)),
    }));
    results.push(...passes.addFrame(readings, picture.timestampMs));
  }
  // The default minimum confidence of the API.
  return [...results, ...passes.finish()].filter(({ confidence }) => confidence >= 0.6);
}
