import { BitReader } from '../rtp/bit-reader.ts';
import { nalTypeOf, parameterSetsFromFormat } from '../rtp/parameter-sets.ts';
import { pictureShape } from '../rtp/picture-shape.ts';
import { rtpLimits } from '../rtp/rtp-limits.ts';
import type { VideoCodec, VideoTrack } from '../rtp/sdp.ts';
import { type PictureShape, readSequenceSet, type SequenceSet } from '../rtp/sequence-set.ts';

/** The properties of a stream's pictures that a decoder and a file header need. */
export interface PictureSetup {
  codec: VideoCodec;
  /** Identifies the shape of the pictures; setups of the same shape may follow each other in one file. */
  shape: string;
  picture: PictureShape;
  sequence: SequenceSet;
  /** All sets in use, by kind, in decoding order. */
  sets: { video: readonly Buffer[]; sequence: readonly Buffer[]; picture: readonly Buffer[] };
}

type SetKind = 'video' | 'sequence' | 'picture';

const kinds: Record<VideoCodec, Readonly<Record<number, SetKind>>> = {
  h264: { 7: 'sequence', 8: 'picture' },
  h265: { 32: 'video', 33: 'sequence', 34: 'picture' },
};

export const isParameterSetType = (codec: VideoCodec, type: number): boolean => kinds[codec][type] !== undefined;

/** The parameter sets of a stream by id, the newest of each. Starts with those in the description. */
export class ParameterBook {
  readonly #codec: VideoCodec;
  readonly #sets: Record<SetKind, Map<number, Buffer>> = {
    video: new Map(),
    sequence: new Map(),
    picture: new Map(),
  };
  /** A sequence may have pictures of single fields. */
  #mayHaveFields = false;
  /** By the id of the picture parameter set that a keyframe refers to. */
  readonly #setups = new Map<number, PictureSetup | undefined>();

  constructor(track: Pick<VideoTrack, 'codec' | 'format'>) {
    this.#codec = track.codec;
    for (const set of parameterSetsFromFormat(track)) this.note(set);
  }

  note(set: Buffer): void {
    const kind = kinds[this.#codec][nalTypeOf(this.#codec, set)];
    if (kind === undefined || set.length > rtpLimits.parameterSetBytes) return;
    const id = idOf(this.#codec, kind, set);
    const known = this.#sets[kind].get(id);
    if (known?.equals(set)) return;
    if (known === undefined && this.#sets[kind].size >= rtpLimits.parameterSetCount) return;
    this.#sets[kind].set(id, Buffer.from(set));
    this.#setups.clear();
    this.#mayHaveFields = [...this.#sets.sequence.values()].some(
      (sequence) => readSequenceSet(this.#codec, sequence)?.slices?.framesOnly === false,
    );
  }

  /** Whether a slice has to be parsed to find out; most cameras send whole frames only. */
  get mayHaveFields(): boolean {
    return this.#mayHaveFields;
  }

  /**
   * The decoder setup for pictures that refer to this picture parameter set; undefined while a set is missing or
   * unreadable.
   */
  setupOf(pictureSet: number): PictureSetup | undefined {
    if (!this.#setups.has(pictureSet)) this.#setups.set(pictureSet, this.#read(pictureSet));
    return this.#setups.get(pictureSet);
  }

  /** The sequence parameter set that a picture parameter set refers to. */
  sequenceOf(pictureSet: number): SequenceSet | undefined {
    return this.setupOf(pictureSet)?.sequence;
  }

  #read(pictureSet: number): PictureSetup | undefined {
    const picture = this.#sets.picture.get(pictureSet);
    if (picture === undefined) return undefined;
    const set = this.#sets.sequence.get(sequenceNamedBy(this.#codec, picture));
    const sequence = set && readSequenceSet(this.#codec, set);
    if (set === undefined || sequence === undefined) return undefined;
    if (this.#codec === 'h265' && this.#sets.video.size === 0) return undefined;
    const inOrder = (kind: SetKind) => [...this.#sets[kind]].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    return {
      codec: this.#codec,
      shape: pictureShape(this.#codec, set),
      picture: sequence.shape,
      sequence,
      sets: { video: inOrder('video'), sequence: inOrder('sequence'), picture: inOrder('picture') },
    };
  }
}

function idOf(codec: VideoCodec, kind: SetKind, set: Buffer): number {
  if (codec === 'h264') {
    const bits = new BitReader(set, 1);
    if (kind === 'sequence') bits.skip(24);
    return bits.unsigned();
  }
  if (kind === 'video') return new BitReader(set, 2).bits(4);
  if (kind === 'sequence') return readSequenceSet(codec, set)?.id ?? 0;
  return new BitReader(set, 2).unsigned();
}

function sequenceNamedBy(codec: VideoCodec, pictureSet: Buffer): number {
  const bits = new BitReader(pictureSet, codec === 'h264' ? 1 : 2);
  bits.unsigned();
  return bits.unsigned();
}
