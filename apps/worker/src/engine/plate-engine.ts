import { boxCentre, insideZones, type NormalizedBox, type PlateReading, type Zones } from '@holdfast/domain';
import type { FullPicture } from '@holdfast/media';
import { loadRuntime } from './load-model.ts';
import { type EngineModels, ownModels } from './own-models.ts';
import { loadDetector, type PlateDetector } from './plate-detector.ts';
import { loadReader, type PlateReader } from './plate-reader.ts';

/** A plate in one picture. */
export interface PlateSighting {
  /** Confidence of the detector. */
  score: number;
  reading: PlateReading<undefined>;
}

export interface PlateEngine {
  readonly detector: PlateDetector;
  readonly reader: PlateReader;
  /** Every plate inside the zones that is large enough to be read, highest score first. */
  read(
    picture: FullPicture,
    options: { tsMs: number; zones?: Zones; region?: NormalizedBox },
  ): Promise<PlateSighting[]>;
}

/** Below this width characters cannot be distinguished. */
const MIN_PLATE_PX = 24;
const MIN_TEXT_LENGTH = 2;
const everywhere: Zones = { include: [], exclude: [] };

/** Loads and checks the models; throws a `ModelFault` if one cannot be used. */
export async function loadPlateEngine({
  models = ownModels,
  threads = 1,
}: {
  models?: EngineModels;
  threads?: number;
} = {}): Promise<PlateEngine> {
  const runtime = await loadRuntime();
  const detector = await loadDetector(models.detector, { runtime, threads });
  const reader = await loadReader(models.reader, { runtime, threads });
  return {
    detector,
    reader,
    async read(picture, { tsMs, zones = everywhere, region }) {
      const sightings: PlateSighting[] = [];
      for (const { score, box } of await detector.detect(picture, region)) {
        if (box[2] * picture.width < MIN_PLATE_PX || !insideZones(boxCentre(box), zones)) continue;
        const { candidates, confidence } = await reader.read(picture, box);
        const [first, ...others] = candidates;
        if (first === undefined || first.text.length < MIN_TEXT_LENGTH) continue;
        sightings.push({
          score,
          reading: { candidates: [first, ...others], confidence, box, tsMs, evidence: undefined },
        });
      }
      return sightings;
    },
  };
}
