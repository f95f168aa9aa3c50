import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePictures, type FullPicture, fileInputArgs } from '@holdfast/media';
import { ownModels } from '../../apps/worker/src/engine/own-models.ts';
import { loadPlateEngine, type PlateEngine } from '../../apps/worker/src/engine/plate-engine.ts';
import { quantile } from '../percentiles.ts';
import { drawGeneratedSet } from '../plate-set/generated-set.ts';
import { loadPaddlePeer, type Peer } from '../plate-set/paddle-peer.ts';
import {
  calibrationError,
  characterError,
  isRight,
  type JudgedRead,
  recallAt,
  shareOf,
} from '../plate-set/plate-metrics.ts';
import type { PlateCrop, PlateScene } from '../plate-set/plate-sets.ts';
import { readValidationSet } from '../plate-set/validation-set.ts';
import { gateLine, idleLine } from '../plate-set/worker-load.ts';
import { type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const WANTED = { oneLine: 0.95, twoLines: 0.93, calibration: 0.03, recall: 0.97, endToEnd: 0.96, frameMs: 30 };
const MIN_SCORE = 0.03;
const TIMED_PICTURES = 20;
const TIMED_ROUNDS = 11;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export const plateEngine: Study = {
  name: 'plate-engine',
  title: 'the plate engine on pictures it was not trained on, one thread',
  run: async ({ resources, quick, signal, data }) => {
    const folder = await throwAwayFolder(resources);
    const engine = await loadPlateEngine();
    const decode = decoder(engine);
    const set =
      data === undefined
        ? await drawGeneratedSet(folder, quick ? { crops: 12, scenes: 6 } : { crops: 60, scenes: 30 })
        : await readValidationSet(data);
    const few = <T>(items: readonly T[]) => (quick && data !== undefined ? items.filter((_, i) => i % 8 === 0) : items);
    const isReal = data !== undefined;
    const reads = await readCrops({ engine, decode, peer: await loadPaddlePeer(), crops: few(set.crops), signal });
    const finder = await loadPlateEngine({ models: { ...ownModels, detector: await describeLowScore(folder) } });
    const scenes = await lookAtScenes({ engine, finder, decode, scenes: few(set.scenes), signal });
    return [
      `  ${set.title}: ${reads.length} crops, ${scenes.length} pictures`,
      ...readerLines(reads, isReal),
      ...(isReal ? detectorLines(scenes) : []),
      ...endToEndLines(scenes, isReal),
      await speedLine({ engine, decode, looks: scenes, signal }),
      gateLine(),
      await idleLine(resources, { folder, seconds: quick ? 6 : 30, signal }),
    ];
  },
};

type Decode = (path: string) => Promise<FullPicture>;

function decoder(engine: PlateEngine): Decode {
  return async (path) => {
    const { pictures } = decodePictures({
      ffmpegPath: 'ffmpeg',
      env: process.env,
      threads: 1,
      inputArgs: fileInputArgs(path, 1),
      input: engine.detector.description.input,
    });
    for await (const picture of pictures) return picture;
    throw new Error(`${path} cannot be decoded`);
  };
}

/** A description of our detector that admits weak boxes, for the recall curve. */
async function describeLowScore(folder: string): Promise<string> {
  const description = JSON.parse(await readFile(ownModels.detector, 'utf8'));
  await copyFile(ownModels.detector.replace('.json', '.onnx'), join(folder, description.file));
  const path = join(folder, 'low-score.json');
  await writeFile(path, JSON.stringify({ ...description, score: MIN_SCORE }));
  return path;
}

interface CropRead extends JudgedRead {
  crop: PlateCrop;
  peer: string;
}

async function readCrops(options: {
  engine: PlateEngine;
  decode: Decode;
  peer: Peer;
  crops: readonly PlateCrop[];
  signal: AbortSignal;
}): Promise<CropRead[]> {
  const { engine, decode, peer, crops, signal } = options;
  const reads: CropRead[] = [];
  for (const crop of crops) {
    signal.throwIfAborted();
    const picture = await decode(crop.path);
    const box = crop.boxIn(picture);
    const { candidates, confidence } = await engine.reader.read(picture, box);
    reads.push({
      crop,
      truth: crop.text,
      text: candidates[0]?.text ?? '',
      confidence,
      peer: await peer(picture, box),
    });
  }
  return reads;
}

function readerLines(reads: readonly CropRead[], isReal: boolean): string[] {
  const sure = reads.filter(({ crop }) => crop.isSure);
  const judge = (share: number, wanted: number) =>
    isReal ? `, wanted ${percent(wanted)}: ${verdict(share >= wanted)}` : '';
  const byLines = ([1, 2] as const).flatMap((lines) => {
    const some = sure.filter(({ crop }) => crop.lines === lines);
    if (some.length === 0) return [];
    const share = shareOf(some, isRight);
    const name = lines === 1 ? 'one line' : 'two lines';
    return [
      `  reader, sure, ${name}: ${percent(share)} of ${some.length} exact${judge(share, lines === 1 ? WANTED.oneLine : WANTED.twoLines)}`,
    ];
  });
  const regions = [...new Set(sure.map(({ crop }) => crop.region))].sort().map((region) => {
    const some = sure.filter(({ crop }) => crop.region === region);
    const [ours, peers] = [shareOf(some, isRight), shareOf(some, (read) => isRight({ ...read, text: read.peer }))];
    return `    ${region}: ${percent(ours)} of ${some.length}, PP-OCRv4 ${percent(peers)}${isReal ? `: ${verdict(ours > peers)}` : ''}`;
  });
  const error = calibrationError(sure);
  return [
    ...byLines,
    `  reader, all: ${percent(shareOf(reads, isRight))} exact (${percent(shareOf(reads, ({ text, truth }) => text === truth))} strictly), character error ${percent(characterError(reads))}`,
    ...regions,
    `  calibration error ${error.toFixed(3)}${isReal ? `, required under ${WANTED.calibration}: ${verdict(error < WANTED.calibration)}` : ''}`,
  ];
}

interface SceneLook {
  scene: PlateScene;
  detections: Awaited<ReturnType<PlateEngine['detector']['detect']>>;
  reads: { text: string; confidence: number }[];
}

async function lookAtScenes(options: {
  engine: PlateEngine;
  finder: PlateEngine;
  decode: Decode;
  scenes: readonly PlateScene[];
  signal: AbortSignal;
}): Promise<SceneLook[]> {
  const { engine, finder, decode, scenes, signal } = options;
  const looks: SceneLook[] = [];
  for (const scene of scenes) {
    signal.throwIfAborted();
    const picture = await decode(scene.path);
    const sightings = await engine.read(picture, { tsMs: 0 });
    const reads = sightings.map(({ reading: { candidates, confidence } }) => ({
      text: candidates[0].text,
      confidence,
    }));
    looks.push({ scene, detections: await finder.detector.detect(picture), reads });
  }
  return looks;
}

function detectorLines(looks: readonly SceneLook[]): string[] {
  const scenes = looks.map(({ scene, detections }) => ({ ...scene, detections }));
  return [0.05, 0.1].map((limit) => {
    const { recall, score } = recallAt(scenes, limit);
    const judged = limit === 0.05 ? `, required ${WANTED.recall}: ${verdict(recall >= WANTED.recall)}` : '';
    return `  detector: recall ${recall.toFixed(3)} at ${limit} false boxes a picture (score ${score.toFixed(2)})${judged}`;
  });
}

function endToEndLines(looks: readonly SceneLook[], isReal: boolean): string[] {
  const known = looks.filter(({ scene }) => scene.text !== undefined);
  const right = shareOf(known, ({ scene, reads }) =>
    reads.some(({ text, confidence }) => isRight({ text, truth: scene.text ?? '', confidence })),
  );
  const empty = looks.filter(({ scene }) => !isReal && scene.text === undefined);
  return [
    `  end to end: ${percent(right)} of ${known.length} pictures${isReal ? ' (at most 448 pixels wide, where many plates are too small to be read)' : ''}`,
    ...(empty.length > 0
      ? [
          `  pictures without a plate: ${empty.filter(({ reads }) => reads.length > 0).length} of ${empty.length} with a false read`,
        ]
      : []),
  ];
}

/** A worker runs for months: what counts is its speed after the first pictures, when its code is compiled. */
async function speedLine(options: {
  engine: PlateEngine;
  decode: Decode;
  looks: readonly SceneLook[];
  signal: AbortSignal;
}): Promise<string> {
  const { engine, decode, looks, signal } = options;
  const pictures: FullPicture[] = [];
  for (const { scene } of looks.filter(({ reads }) => reads.length === 1).slice(0, TIMED_PICTURES))
    pictures.push(await decode(scene.path));
  const tookMs: number[] = [];
  for (let round = 0; round < TIMED_ROUNDS; round += 1)
    for (const picture of pictures) {
      signal.throwIfAborted();
      // CPU time, not wall-clock time, so that other programs on the machine matter less.
      const before = process.cpuUsage();
      await engine.read(picture, { tsMs: 0 });
      const { user, system } = process.cpuUsage(before);
      if (round > 0) tookMs.push((user + system) / 1000);
    }
  const middle = quantile(tookMs, 0.5);
  return `  detect and read one plate: ${middle.toFixed(1)} ms of CPU time (median of ${tookMs.length}), ${quantile(tookMs, 0.05).toFixed(1)} ms at best, required ${WANTED.frameMs} ms: ${verdict(middle <= WANTED.frameMs)}`;
}
