import { type ClosedSegment, SegmentWriter } from '../segments/segment-writer.ts';
import type { StorageLimiter } from '../storage/storage-limiter.ts';
import type { FragmentQueue } from './fragment-queue.ts';
import type { WritingEnd } from './plan-writing-retry.ts';
import type { OrderedPublishing } from './publish-in-order.ts';
import type { GateVerdict, RecordingGate } from './recording-gate.ts';

type SegmentWriterOptions = ConstructorParameters<typeof SegmentWriter>[0];

export interface QueueWriter {
  /** Writes queued fragments until the disk fails, the signal aborts, or the queue has ended. */
  writeQueue(root: string, signal: AbortSignal): Promise<WritingEnd>;
  /** Lets the gate judge files again that were spilled before it had decided. */
  judgeHeld(): void;
  /** Closes the current file if it is to be kept, so that it is published now and not at the next motion. */
  closeKept(): void;
  /** Publishes the files about which the gate has not decided. */
  publishHeld(): void;
  held(): ClosedSegment[];
}

/** Writes the queue of one recording into segments, and publishes those that the gate keeps. */
export function createQueueWriter({
  queue,
  gate,
  publishing,
  limited,
  writerOptions,
  onRecorded,
  onSpilled,
}: {
  queue: FragmentQueue;
  gate: RecordingGate;
  publishing: OrderedPublishing;
  limited: StorageLimiter;
  writerOptions: (root: string) => Omit<SegmentWriterOptions, 'onClosed'>;
  onRecorded: () => void;
  onSpilled: () => void;
}): QueueWriter {
  let held: (ClosedSegment & { root: string })[] = [];
  let verdict: GateVerdict = 'keep';
  let writer: SegmentWriter | undefined;

  const openWriter = (root: string) =>
    new SegmentWriter({
      ...writerOptions(root),
      onClosed: (segment) => {
        if (verdict === 'keep') publishing.publish(root, segment);
        else held.push({ ...segment, root });
        verdict = 'hold';
      },
    });
  const judgeHeld = () => {
    const undecided = held;
    held = [];
    for (const segment of undecided) {
      const answer = gate.judge({ startMs: segment.preciseStartMs, endMs: segment.written.endMs });
      if (answer === 'keep') publishing.publish(segment.root, segment);
      else if (answer === 'hold') held.push(segment);
      else publishing.discard(segment);
    }
  };
  return {
    async writeQueue(root, signal) {
      const current = openWriter(root);
      writer = current;
      let wroteAny = false;
      for (;;) {
        const next = await queue.next(signal);
        if (next === undefined) {
          current.close();
          return { kind: 'over' };
        }
        try {
          const written = await limited(root, () => current.write(next.fragment));
          if (next.verdict === 'keep') verdict = 'keep';
          queue.done(next, { written });
          // A fragment that was spilled for lack of memory does not count as recorded yet.
          if (next.verdict === 'hold') onSpilled();
          else if (written && !publishing.isFailing()) onRecorded();
          wroteAny ||= written;
        } catch (err) {
          queue.putBack(next);
          return { kind: 'disk', err, wroteAny };
        }
        judgeHeld();
      }
    },
    judgeHeld,
    closeKept() {
      if (verdict === 'keep') writer?.close();
    },
    publishHeld() {
      for (const segment of held) publishing.publish(segment.root, segment);
      held = [];
    },
    held: () => held,
  };
}
