import { fileHead } from '../file-head.ts';
import { emptyIndex, fileIndex } from '../file-index.ts';
import { fragmentHead } from '../fragment-head.ts';
import type { PictureFragment } from '../picture-fragment.ts';

/** A complete file of these fragments, as written by the recorder. */
export function fileBytes(fragments: readonly PictureFragment[]): Buffer {
  const [first] = fragments;
  if (first === undefined) throw new Error('no fragment');
  const bodies = fragments.map((fragment, i) =>
    Buffer.concat([
      fragmentHead({ fragment, sequence: i + 1, fileStartTicks: first.startTicks }),
      ...fragment.arena.pieces(fragment.from, fragment.to),
    ]),
  );
  const parts = fragments.map(({ startTicks, endTicks, start }, i) => ({
    sizeBytes: bodies[i]?.length ?? 0,
    durationTicks: endTicks - startTicks,
    start,
  }));
  const head = fileHead({ setup: first.setup });
  const whole = Buffer.concat([head, emptyIndex(), ...bodies]);
  fileIndex({ parts }).copy(whole, head.length);
  return whole;
}
