import { exitOnEnvFaults, readEnv, sharedEnvFields } from '@holdfast/kit';
import { ModelFault } from './engine/model-fault.ts';
import { loadPlateEngine } from './engine/plate-engine.ts';
import { engineEnvFields, modelsOf } from './env.ts';
import { createAnnotator } from './read-plates/annotate.ts';
import { parseCommandLine, USAGE, UsageError } from './read-plates/command-line.ts';
import { findPictures, NoSuchSource } from './read-plates/find-pictures.ts';
import { plainText, readsTable } from './read-plates/print-reads.ts';
import { type FileRead, readFilePlates } from './read-plates/read-file.ts';

const exitCodes = { wrongUse: 64, noInput: 66, unusable: 78 };
const { FFMPEG_PATH } = sharedEnvFields;
const env = exitOnEnvFaults(() => readEnv(process.env, { ...engineEnvFields, FFMPEG_PATH }));

async function main(): Promise<void> {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.help) return console.log(USAGE);
  if (command.paths.length === 0) throw new UsageError('Name an image, a video or a folder.');
  const sources = (await Promise.all(command.paths.map(findPictures))).flat();
  if (sources.length === 0) throw new NoSuchSource('No pictures or videos were found.');
  const engine = await loadPlateEngine({ models: modelsOf(env), threads: env.LPR_ORT_THREADS });
  const annotate =
    command.annotate === undefined
      ? undefined
      : createAnnotator({ folder: command.annotate, ffmpegPath: env.FFMPEG_PATH });
  const isKept = ({ confidence }: { confidence: number }) => confidence >= command.minConfidence;
  const all: FileRead[] = [];
  for (const source of sources) {
    try {
      const reads = await readFilePlates(source, {
        engine,
        ffmpegPath: env.FFMPEG_PATH,
        env: process.env,
        threads: env.LPR_CV_THREADS,
        sampleFps: command.fps,
        country: command.country,
        zones: { include: [], exclude: [] },
        ...(annotate && { onPicture: (picture, readings) => annotate(source.path, picture, readings.filter(isKept)) }),
      });
      const kept = reads.filter(isKept);
      if (command.json) for (const read of kept) console.log(JSON.stringify(read));
      for (const read of kept) all.push(read);
    } catch (err) {
      // One broken file must not stop the others.
      if (err instanceof ModelFault) throw err;
      console.error(plainText(err instanceof Error ? err.message : String(err)));
      process.exitCode = exitCodes.noInput;
    }
  }
  if (!command.json) console.log(all.length === 0 ? 'No plates found.' : readsTable(all));
}

try {
  await main();
} catch (err) {
  if (err instanceof UsageError) {
    console.error(`${err.message}\n\n${USAGE}`);
    process.exitCode = exitCodes.wrongUse;
  } else if (err instanceof NoSuchSource) {
    console.error(plainText(err.message));
    process.exitCode = exitCodes.noInput;
  } else if (err instanceof ModelFault) {
    console.error(err.message);
    process.exitCode = exitCodes.unusable;
  } else throw err;
}
