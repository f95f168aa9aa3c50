import { samePlate } from '../plate/distance.ts';
import { engineOfSource, type ReadingEngine } from '../plate/engine.ts';
import type { Pass } from './pass.ts';
import type { PassRead } from './read.ts';

export type EngineStats = {
  /** All reads, including those that a better one of the same vehicle replaced. */
  reads: number;
  passesSeen: number;
  /** Passes seen of all passes; null without passes. */
  hitRate: number | null;
  /** Over the kept reads that have a confidence; null when none has. */
  averageConfidence: number | null;
  /** Confirmed passes that this engine saw, and how many of them it read correctly. */
  confirmed: number;
  correct: number;
  /** correct of confirmed; null when nothing is confirmed. A missed pass counts against the hit rate, not here. */
  accuracy: number | null;
};

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

export function engineStats<Read extends PassRead>({
  reads,
  passes,
  engine,
}: {
  reads: readonly Read[];
  passes: readonly Pass<Read>[];
  engine: ReadingEngine;
}): EngineStats {
  const side = engine === 'native-alpr' ? 'native' : 'external';
  const seen = passes.flatMap(({ [side]: read, truth }) => (read === undefined ? [] : [{ read, truth }]));
  const confidences = seen.map(({ read }) => read.confidence).filter((confidence) => confidence !== null);
  const confirmed = seen.filter(({ truth }) => truth !== undefined);
  const correct = confirmed.filter(({ read, truth }) => truth !== undefined && samePlate(read.plate, truth));
  return {
    reads: reads.filter((read) => engineOfSource(read.sourceId) === engine).length,
    passesSeen: seen.length,
    hitRate: share(seen.length, passes.length),
    averageConfidence: share(
      confidences.reduce((sum, confidence) => sum + confidence, 0),
      confidences.length,
    ),
    confirmed: confirmed.length,
    correct: correct.length,
    accuracy: share(correct.length, confirmed.length),
  };
}
