import { ByteCursor, MalformedBox } from './byte-cursor.ts';
import type { SampleDefaults } from './moov.ts';

export interface TrackRun {
  samples: number;
  /** Position of the first sample relative to the start of the moof, if the run states one. */
  dataOffset: number | undefined;
}

/** `repeats` equal samples in a row. Plain arguments, because hours of footage have millions of samples. */
export type VisitSamples = (
  repeats: number,
  durationTicks: number,
  sizeBytes: number,
  flags: number,
  compositionTicks: number,
) => void;

/** Visits the samples of a run in the order of decoding. */
export function readTrun(body: Uint8Array, defaults: SampleDefaults, visit: VisitSamples): TrackRun {
  const cursor = new ByteCursor(body);
  const { version, flags } = cursor.fullBox();
  const samples = cursor.u32();
  const dataOffset = flags & 0x1 ? cursor.i32() : undefined;
  const firstFlags = flags & 0x4 ? cursor.u32() : undefined;
  const bytesPerSample = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  if (samples * bytesPerSample > cursor.remaining) throw new MalformedBox('more samples than bytes');
  if (bytesPerSample === 0) {
    // Samples that use the defaults take no bytes of the table, so a few bytes may claim billions of them.
    const { durationTicks, sizeBytes } = defaults;
    const first = firstFlags === undefined || samples === 0 ? 0 : 1;
    if (first === 1) visit(1, durationTicks, sizeBytes, firstFlags ?? 0, 0);
    if (samples > first) visit(samples - first, durationTicks, sizeBytes, defaults.flags, 0);
    return { samples, dataOffset };
  }
  for (let i = 0; i < samples; i += 1) {
    const durationTicks = flags & 0x100 ? cursor.u32() : defaults.durationTicks;
    const sizeBytes = flags & 0x200 ? cursor.u32() : defaults.sizeBytes;
    const ownFlags = flags & 0x400 ? cursor.u32() : defaults.flags;
    const compositionTicks = flags & 0x800 ? (version === 0 ? cursor.u32() : cursor.i32()) : 0;
    visit(1, durationTicks, sizeBytes, i === 0 ? (firstFlags ?? ownFlags) : ownFlags, compositionTicks);
  }
  return { samples, dataOffset };
}
