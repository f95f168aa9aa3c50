import { type CountryCode, type PlateReading, settleByCountry, type Zones } from '@holdfast/domain';
import { decodePictures, type FullPicture, fileInputArgs } from '@holdfast/media';
import type { PlateEngine } from '../engine/plate-engine.ts';
import { createPassReader } from '../passes/pass-reader.ts';
import type { SourceFile } from './find-pictures.ts';

/** A plate that was read from a file. */
export interface FileRead {
  file: string;
  /** In a video: the position of the best picture of the plate. */
  second: number | null;
  plate: string;
  plate_raw: string;
  confidence: number;
  /** Fractions of the picture: left, top, width, height. */
  bbox: readonly number[];
  /** In a video: the number of frames in which it was read. */
  frames: number;
}

export interface FileTools {
  engine: PlateEngine;
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  threads: number;
  sampleFps: number;
  country: CountryCode | undefined;
  zones: Zones;
  /** Called for each picture with its plates. */
  onPicture?: (picture: FullPicture, readings: readonly PlateReading<undefined>[]) => Promise<void>;
}

const PASS_LIMITS = { gapMs: 2_000, longestMs: 15_000 };
const REAPPEAR_GAP_MS = 45_000;

/** The plates of one file; throws with a sentence if it cannot be decoded. */
export async function readFilePlates(source: SourceFile, tools: FileTools): Promise<FileRead[]> {
  const { engine, ffmpegPath, env, threads, sampleFps, country, zones, onPicture } = tools;
  const decoding = decodePictures({
    ffmpegPath,
    env,
    threads,
    inputArgs: fileInputArgs(source.path, threads, source.kind),
    input: engine.detector.description.input,
    ...(source.kind === 'video' && { take: { fps: sampleFps } }),
  });
  const reads: FileRead[] = [];
  const passes = createPassReader<undefined>({
    limits: PASS_LIMITS,
    reappearGapMs: REAPPEAR_GAP_MS,
    country: () => country,
  });
  const collect = (results: ReturnType<typeof passes.addFrame>) => {
    for (const { text, rawText, confidence, best, frames } of results)
      reads.push({
        file: source.path,
        second: best.tsMs / 1000,
        plate: text,
        plate_raw: rawText,
        confidence,
        bbox: best.box,
        frames,
      });
  };
  let pictures = 0;
  for await (const picture of decoding.pictures) {
    pictures += 1;
    const sightings = await engine.read(picture, { tsMs: picture.timestampMs, zones });
    const readings = sightings.map(({ reading }) => reading);
    await onPicture?.(picture, readings);
    if (source.kind === 'video') collect(passes.addFrame(readings, picture.timestampMs));
    else for (const reading of readings) reads.push(readOf(source.path, reading, country));
  }
  collect(passes.finish());
  if (pictures > 0) return reads;
  const end = await decoding.end;
  if (end.kind === 'missing') throw new Error('ffmpeg was not found: install it, or set FFMPEG_PATH.');
  throw new Error(`${source.path} holds no picture that can be read.`);
}

function readOf(
  file: string,
  { candidates, confidence, box }: PlateReading<undefined>,
  country: CountryCode | undefined,
): FileRead {
  const [first] = candidates;
  const ranked = candidates.map(({ text, logProbability }) => ({ text, score: logProbability }));
  return {
    file,
    second: null,
    plate: settleByCountry(ranked, country) ?? first.text,
    plate_raw: first.text,
    confidence,
    bbox: box,
    frames: 1,
  };
}
