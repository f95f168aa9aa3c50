import { CutRest } from './cut-rest.ts';
import type { PacketTaker } from './packet-taker.ts';

/** The shapes of picture that a reader was told to expect; none until the first keyframe where the description had no sets. */
interface Told {
  shapes: readonly string[];
}

/** Whether a reader that was told these shapes can take pictures of those. */
export const fitsTold = (told: readonly string[], shapes: readonly string[]): boolean =>
  told.length === 0 || shapes.every((shape) => told.includes(shape));

/** The readers of one stream: those that get packets, those that wait for a keyframe, and what each was told. */
export class StreamAudience {
  readonly #live = new Map<PacketTaker, Told>();
  readonly #waiting = new Map<PacketTaker, Told & { sinceMs: number }>();
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

  await(taker: PacketTaker, { told, sinceMs }: { told: readonly string[]; sinceMs: number }): void {
    this.#waiting.set(taker, { shapes: told, sinceMs });
  }

  start(taker: PacketTaker, told: readonly string[] = this.#waiting.get(taker)?.shapes ?? []): void {
    this.#waiting.delete(taker);
    this.#live.set(taker, { shapes: told });
  }

  leave(taker: PacketTaker): void {
    this.#live.delete(taker);
    this.#waiting.delete(taker);
  }

  letGo(takers: Iterable<PacketTaker> = [...this.#live.keys(), ...this.#waiting.keys()]): void {
    for (const taker of takers) {
      this.leave(taker);
      taker.sourceEnded();
    }
  }

  /**
   * Who has to go before a picture of these shapes, because it was told of others: a file of two sizes plays nowhere. After
   * each cut there is a rest, which a camera that changes all the time makes longer; whoever is kept on for it goes at the
   * first keyframe after it. Who has got nothing yet loses nothing by going at once.
   */
  misfits(shapes: readonly string[], nowMs: number): PacketTaker[] {
    const isMisfit = ([taker, told]: readonly [PacketTaker, Told]) =>
      taker.takesAnyShape !== true && !fitsTold(told.shapes, shapes);
    const waiting = [...this.#waiting].filter(isMisfit);
    const live = this.#cutRest.isOver(nowMs) ? [...this.#live].filter(isMisfit) : [];
    if (live.length > 0) this.#cutRest.noteCut(nowMs);
    return [...waiting, ...live].map(([taker]) => taker);
  }

  /** Whoever was told nothing goes by the first keyframe. */
  tellUntold(shapes: readonly string[]): void {
    for (const told of [...this.#live.values(), ...this.#waiting.values()])
      if (told.shapes.length === 0) told.shapes = shapes;
  }
}
