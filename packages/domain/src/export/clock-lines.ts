import { localTimeWithOffset } from '../time/local-clock.ts';
import type { FileStretch } from './plan-export.ts';

export interface ClockLine {
  /** In the file's own time. */
  fromMs: number;
  toMs: number;
  text: string;
}

const SECOND_MS = 1_000;

/** The text of the burnt-in clock: one line for each wall-clock second of a stretch. */
export function* clockLines(stretches: readonly FileStretch[], timeZone: string): Generator<ClockLine> {
  for (const { startMs, endMs, mediaOffsetMs } of stretches) {
    for (let secondMs = Math.floor(startMs / SECOND_MS) * SECOND_MS; secondMs < endMs; secondMs += SECOND_MS) {
      const from = Math.max(secondMs, startMs);
      const to = Math.min(secondMs + SECOND_MS, endMs);
      yield {
        fromMs: mediaOffsetMs + from - startMs,
        toMs: mediaOffsetMs + to - startMs,
        text: localTimeWithOffset(secondMs, timeZone),
      };
    }
  }
}
