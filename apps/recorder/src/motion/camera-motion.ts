import {
  emptyGrid,
  failOpenReason,
  isEmptyGrid,
  joinGrids,
  judgeFragment,
  type MotionGrid,
  type MotionInput,
  type MotionSettings,
  type MotionState,
  type SourceHealth,
  showsMotion,
  startMotion,
  stepMotion,
  type WatchingSource,
} from '@holdfast/domain';
import type { FootageSpan, RecordingGate } from '../recording/recording-gate.ts';

/** Motion within a span of footage. */
export interface SeenMotion {
  hasMotion: boolean;
  /** Null if it is unknown which cells moved. */
  grid: MotionGrid | null;
}

/** Segments last seconds; older cells belong to segments that were indexed long ago. */
const CELLS_KEPT_MS = 120_000;

/** Combines a camera's motion sources and provides the gate for its recordings. Outlives connections and recordings. */
export class CameraMotion {
  readonly #nowMs: () => number;
  readonly #listeners = new Set<() => void>();
  #state: MotionState;
  #cells: { atMs: number; grid: MotionGrid }[] = [];
  readonly gate: RecordingGate;

  constructor(settings: MotionSettings, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#state = startMotion(settings, nowMs());
    this.gate = {
      judge: (span) => {
        this.#advance({ kind: 'tick' });
        const verdict = judgeFragment(this.#state, span);
        return verdict === 'wait' ? 'hold' : verdict;
      },
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  step(input: MotionInput): void {
    const before = this.#state.spans;
    this.#advance(input);
    const { spans } = this.#state;
    if (spans.motion === before.motion && spans['fail-open'] === before['fail-open'] && input.kind !== 'settings')
      return;
    for (const listener of this.#listeners) listener();
  }

  noteCells(grid: MotionGrid, atMs: number): void {
    const oldestMs = this.#nowMs() - CELLS_KEPT_MS;
    while (this.#cells[0] && this.#cells[0].atMs < oldestMs) this.#cells.shift();
    this.#cells.push({ atMs, grid });
  }

  seenIn(span: FootageSpan): SeenMotion {
    const grid = emptyGrid();
    for (const { atMs, grid: cells } of this.#cells)
      if (atMs >= span.startMs && atMs < span.endMs) joinGrids(grid, cells);
    return { hasMotion: showsMotion(this.#state, span), grid: isEmptyGrid(grid) ? null : grid };
  }

  health(): ReadonlyMap<WatchingSource, SourceHealth> {
    return this.#state.health;
  }

  /** Why everything is recorded; undefined while the sources work. */
  failOpenReason(): string | undefined {
    this.#advance({ kind: 'tick' });
    return failOpenReason(this.#state);
  }

  #advance(input: MotionInput): void {
    this.#state = stepMotion(this.#state, input, this.#nowMs());
  }
}
