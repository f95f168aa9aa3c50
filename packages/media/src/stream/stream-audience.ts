import { CutRest } from './cut-rest.ts';
import type { PacketTaker } from './packet-taker.ts';

/** The shapes in the description a reader got; empty until the first keyframe if that had no parameter sets. */
interface Described {
  shapes: readonly string[];
}

/** Whether a reader whose description had these shapes can decode pictures of the current ones. */
export const fitsDescribed = (described: readonly string[], shapes: readonly string[]): boolean =>
  described.length === 0 || shapes.every((shape) => described.includes(shape));

/** The readers of one stream: receiving, or waiting for a keyframe, each with the shapes it was described. */
export class StreamAudience {
  readonly #live = new Map<PacketTaker, Described>();
  readonly #waiting = new Map<PacketTaker, Described & { sinceMs: number }>();
  readonly #cutRest = new CutRest();

  get size(): number {
    return this.#live.size + this.#waiting.size;
  }

  get live(): Iterable<PacketTaker> {
    return this.#live.keys();
  }

  get waiting(): ReadonlyMap<PacketTaker, { sinceMs: number }> {
    return this.#waiting;
  }

  await(taker: PacketTaker, { described, sinceMs }: { described: readonly string[]; sinceMs: number }): void {
    this.#waiting.set(taker, { shapes: described, sinceMs });
  }

  start(taker: PacketTaker, described: readonly string[] = this.#waiting.get(taker)?.shapes ?? []): void {
    this.#waiting.delete(taker);
    this.#live.set(taker, { shapes: described });
  }

  leave(taker: PacketTaker): void {
    this.#live.delete(taker);
    this.#waiting.delete(taker);
  }

  disconnect(takers: Iterable<PacketTaker> = [...this.#live.keys(), ...this.#waiting.keys()]): void {
    for (const taker of takers) {
      this.leave(taker);
      taker.sourceEnded();
    }
  }

  /**
   * Readers to disconnect before a picture of these shapes, because they expect others: no player handles a file of two
   * sizes. After each cut there is a pause, longer for a camera that keeps changing; readers kept on meanwhile are
   * disconnected at the first keyframe after it. Waiting readers have received nothing, so they are disconnected at once.
   */
  misfits(shapes: readonly string[], nowMs: number): PacketTaker[] {
    const isMisfit = ([taker, described]: readonly [PacketTaker, Described]) =>
      taker.takesAnyShape !== true && !fitsDescribed(described.shapes, shapes);
    const waiting = [...this.#waiting].filter(isMisfit);
    const live = this.#cutRest.isOver(nowMs) ? [...this.#live].filter(isMisfit) : [];
    if (live.length > 0) this.#cutRest.noteCut(nowMs);
    return [...waiting, ...live].map(([taker]) => taker);
  }

  /** Readers whose description had no parameter sets expect the shapes of the first keyframe. */
  setMissingShapes(shapes: readonly string[]): void {
    for (const described of [...this.#live.values(), ...this.#waiting.values()])
      if (described.shapes.length === 0) described.shapes = shapes;
  }
}
