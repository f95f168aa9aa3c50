import { PICTURE_TRACK, SOUND_TRACK } from './file-head.ts';
import type { PictureFragment } from './picture-fragment.ts';

const KEYFRAME = 0x02000000;
const NO_KEYFRAME = 0x01010000;

const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const DURATIONS = 0x100;
const SIZES = 0x200;
const FLAGS = 0x400;
const OFFSETS = 0x800;

/** The sound of a fragment: consecutive AAC frames of 1024 samples. */
export interface FragmentSound {
  /** Samples since the start of the file. */
  startSamples: number;
  frames: readonly Buffer[];
}

export const SAMPLES_PER_FRAME = 1024;

/** The `moof` of a fragment and the header of its `mdat`; the pictures follow first, then the sound. */
export function fragmentHead({
  fragment,
  sequence,
  fileStartTicks,
  sound,
}: {
  fragment: Pick<PictureFragment, 'from' | 'to' | 'samples' | 'startTicks'>;
  /** The fragment's number in the file, starting with one. */
  sequence: number;
  fileStartTicks: number;
  sound?: FragmentSound | undefined;
}): Buffer {
  const pictures = pictureRun(fragment);
  const soundFrames = sound?.frames ?? [];
  const pictureBytes = 8 + TFHD_BYTES + TFDT_BYTES + pictures.bytes;
  const soundBytes =
    soundFrames.length === 0 ? 0 : 8 + TFHD_BYTES + TFDT_BYTES + SOUND_RUN_BYTES + 4 * soundFrames.length;
  const moofBytes = 8 + MFHD_BYTES + pictureBytes + soundBytes;
  const dataBytes = fragment.to - fragment.from;
  const soundDataBytes = soundFrames.reduce((sum, frame) => sum + frame.length, 0);
  const out = new Writer(Buffer.allocUnsafe(moofBytes + 8));
  out.box(moofBytes, 'moof').box(MFHD_BYTES, 'mfhd').u32(0, sequence);

  out.box(pictureBytes, 'traf');
  out.box(TFHD_BYTES, 'tfhd').u32(0x020038, PICTURE_TRACK, pictures.duration, 0, pictures.flags);
  out
    .box(TFDT_BYTES, 'tfdt')
    .u32(0x01000000)
    .u64(fragment.startTicks - fileStartTicks);
  out.box(pictures.bytes, 'trun').u32(pictures.head, fragment.samples.length, moofBytes + 8);
  if (pictures.head & FIRST_FLAGS) out.u32(KEYFRAME);
  for (const { durationTicks, sizeBytes, isKeyframe, offsetTicks } of fragment.samples) {
    if (pictures.head & DURATIONS) out.u32(durationTicks);
    out.u32(sizeBytes);
    if (pictures.head & FLAGS) out.u32(isKeyframe ? KEYFRAME : NO_KEYFRAME);
    if (pictures.head & OFFSETS) out.i32(offsetTicks);
  }
  if (soundFrames.length > 0 && sound) {
    out.box(soundBytes, 'traf');
    out.box(TFHD_BYTES, 'tfhd').u32(0x020038, SOUND_TRACK, SAMPLES_PER_FRAME, 0, KEYFRAME);
    out.box(TFDT_BYTES, 'tfdt').u32(0x01000000).u64(sound.startSamples);
    out.box(SOUND_RUN_BYTES + 4 * soundFrames.length, 'trun');
    out.u32(DATA_OFFSET | SIZES, soundFrames.length, moofBytes + 8 + dataBytes);
    for (const frame of soundFrames) out.u32(frame.length);
  }
  return out.box(8 + dataBytes + soundDataBytes, 'mdat').done();
}

const MFHD_BYTES = 16;
const TFHD_BYTES = 28;
const TFDT_BYTES = 20;
const SOUND_RUN_BYTES = 20;

/** The fields that each sample needs; values common to all samples are defaults. */
function pictureRun({ samples }: Pick<PictureFragment, 'samples'>) {
  const duration = samples[0]?.durationTicks ?? 0;
  const keyframes = samples.reduce((count, { isKeyframe }) => count + (isKeyframe ? 1 : 0), 0);
  const startsOnKeyframe = samples[0]?.isKeyframe === true;
  const isPlain = keyframes === 0 || keyframes === samples.length || (keyframes === 1 && startsOnKeyframe);
  const isReordered = samples.some(({ offsetTicks }) => offsetTicks !== 0);
  const fields =
    SIZES |
    (samples.some(({ durationTicks }) => durationTicks !== duration) ? DURATIONS : 0) |
    (isPlain ? 0 : FLAGS) |
    (isReordered ? OFFSETS : 0);
  const firstFlags = isPlain && keyframes === 1 && samples.length > 1 ? FIRST_FLAGS : 0;
  const each = 4 * [DURATIONS, SIZES, FLAGS, OFFSETS].filter((field) => fields & field).length;
  return {
    // Version 1 has signed offsets, as CMAF requires, so that a file starts at the time of its first picture.
    head: ((isReordered ? 0x01000000 : 0) | DATA_OFFSET | firstFlags | fields) >>> 0,
    bytes: 20 + (firstFlags ? 4 : 0) + each * samples.length,
    duration,
    flags: keyframes === samples.length ? KEYFRAME : NO_KEYFRAME,
  };
}

class Writer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  box(size: number, type: string): this {
    this.#at = this.#bytes.writeUInt32BE(size, this.#at);
    this.#at += this.#bytes.write(type, this.#at, 'latin1');
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.#at = this.#bytes.writeUInt32BE(value, this.#at);
    return this;
  }

  i32(value: number): this {
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
    return this;
  }

  u64(value: number): this {
    return this.u32(Math.floor(value / 2 ** 32), value % 2 ** 32);
  }

  done(): Buffer {
    return this.#bytes;
  }
}
