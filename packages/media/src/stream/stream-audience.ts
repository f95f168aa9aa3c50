import { DisconnectPause } from './disconnect-pause.ts';
import type { PacketConsumer } from './packet-consumer.ts';

/** The shapes in the description a reader got; empty until the first keyframe if that had no parameter sets. */
interface Described {
  shapes: readonly string[];
}

/** Whether a reader whose description had these shapes can decode pictures of the current ones. */
export const fitsDescribed = (described: readonly string[], shapes: readonly string[]): boolean =>
  described.length === 0 || shapes.every((shape) => described.includes(shape));

/** The readers of one stream: receiving, or waiting for a keyframe, each with the shapes it was described. */
export class StreamAudience {
  readonly #live = new Map<PacketConsumer, Described>();
  readonly #waiting = new Map<PacketConsumer, Described & { sinceMs: number }>();
  readonly #pause = new DisconnectPause();

  get size(): number {
    return this.#live.size + this.#waiting.size;
  }

  get live(): Iterable<PacketConsumer> {
    return this.#live.keys();
  }

  get waiting(): ReadonlyMap<PacketConsumer, { sinceMs: number }> {
    return this.#waiting;
  }

  await(consumer: PacketConsumer, { described, sinceMs }: { described: readonly string[]; sinceMs: number }): void {
    this.#waiting.set(consumer, { shapes: described, sinceMs });
  }

  start(consumer: PacketConsumer, described: readonly string[] = this.#waiting.get(consumer)?.shapes ?? []): void {
    this.#waiting.delete(consumer);
    this.#live.set(consumer, { shapes: described });
  }

  leave(consumer: PacketConsumer): void {
    this.#live.delete(consumer);
    this.#waiting.delete(consumer);
  }

  disconnect(consumers: Iterable<PacketConsumer> = [...this.#live.keys(), ...this.#waiting.keys()]): void {
    for (const consumer of consumers) {
      this.leave(consumer);
      consumer.sourceEnded();
    }
  }

  /**
   * Readers to disconnect before a picture of these shapes, because they expect others: no player handles a file of two
   * sizes. After each disconnection there is a pause, longer for a camera that keeps changing; readers that stay
   * meanwhile are disconnected at the first keyframe after it. Waiting readers have received nothing, so they are
   * disconnected at once.
   */
  mismatched(shapes: readonly string[], nowMs: number): PacketConsumer[] {
    const isMismatched = ([consumer, described]: readonly [PacketConsumer, Described]) =>
      consumer.acceptsAnyShape !== true && !fitsDescribed(described.shapes, shapes);
    const waiting = [...this.#waiting].filter(isMismatched);
    const live = this.#pause.isOver(nowMs) ? [...this.#live].filter(isMismatched) : [];
    if (live.length > 0) this.#pause.noteDisconnect(nowMs);
    return [...waiting, ...live].map(([consumer]) => consumer);
  }

  /** Readers whose description had no parameter sets expect the shapes of the first keyframe. */
  setMissingShapes(shapes: readonly string[]): void {
    for (const described of [...this.#live.values(), ...this.#waiting.values()])
      if (described.shapes.length === 0) described.shapes = shapes;
  }
}
