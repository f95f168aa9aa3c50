import { formatValues } from './format-values.ts';
import { pictureShape } from './picture-shape.ts';
import { rtpLimits } from './rtp-limits.ts';
import type { VideoCodec, VideoTrack } from './sdp.ts';

const kindsInOrder: Record<VideoCodec, readonly number[]> = { h264: [7, 8], h265: [32, 33, 34] };
const sequenceKind: Record<VideoCodec, number> = { h264: 7, h265: 33 };
const sdpKeys: Record<VideoCodec, readonly string[]> = {
  h264: ['sprop-parameter-sets'],
  h265: ['sprop-vps', 'sprop-sps', 'sprop-pps'],
};

export const nalTypeOf = (codec: VideoCodec, unit: Buffer): number =>
  codec === 'h264' ? (unit[0] ?? 0) & 0x1f : ((unit[0] ?? 0) >> 1) & 0x3f;

/** The parameter sets in a source's description; other units are ignored. */
export function parameterSetsFromFormat({ codec, format }: Pick<VideoTrack, 'codec' | 'format'>): Buffer[] {
  const values = formatValues(format ?? '');
  return sdpKeys[codec]
    .flatMap((key) => (values.get(key) ?? '').split(','))
    .slice(0, rtpLimits.parameterSetCount)
    .map((text) => Buffer.from(text.trim(), 'base64'))
    .filter((unit) => unit.length > 2 && unit.length <= rtpLimits.parameterSetBytes)
    .filter((unit) => kindsInOrder[codec].includes(nalTypeOf(codec, unit)));
}

/** The same format parameters with these sets. */
export function formatWithParameterSets(
  { codec, format }: Pick<VideoTrack, 'codec' | 'format'>,
  sets: readonly Buffer[],
) {
  const kept = (format ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !sdpKeys[codec].some((key) => part.toLowerCase().startsWith(`${key}=`)));
  const texts = (kinds: readonly number[]) =>
    kinds
      .flatMap((kind) => sets.filter((unit) => nalTypeOf(codec, unit) === kind))
      .map((unit) => unit.toString('base64'));
  const named =
    codec === 'h264'
      ? [`sprop-parameter-sets=${texts([7, 8]).join(',')}`]
      : sdpKeys.h265.map((key, index) => `${key}=${texts(kindsInOrder.h265.slice(index, index + 1)).join(',')}`);
  return [...kept, ...named].join('; ');
}

/** The newest parameter sets of a source: those of its description until it sends others in-band. */
export class ParameterSets {
  readonly #codec: VideoCodec;
  readonly #byKind = new Map<number, Buffer[]>();
  readonly #pictureOfKind = new Map<number, number>();
  #changed = false;
  #shapes: readonly string[] = [];

  constructor(codec: VideoCodec, described: readonly Buffer[]) {
    this.#codec = codec;
    for (const kind of kindsInOrder[codec]) {
      const units = described.filter((unit) => nalTypeOf(codec, unit) === kind);
      if (units.length > 0) this.#byKind.set(kind, units);
    }
    this.#readShapes();
  }

  /** Adds a set received in-band; `picture` is the number of its picture. */
  note(unit: Buffer, picture: number): void {
    if (unit.length > rtpLimits.parameterSetBytes) return;
    const kind = nalTypeOf(this.#codec, unit);
    const known = this.#byKind.get(kind) ?? [];
    if (known.some((old) => old.equals(unit)) && (known.length === 1 || this.#pictureOfKind.get(kind) === picture))
      return;
    const sameGroup = this.#pictureOfKind.get(kind) === picture;
    if (sameGroup && known.length >= rtpLimits.parameterSetCount) return;
    // Copied: a view would keep the whole received chunk in memory.
    const group = sameGroup ? [...known, Buffer.from(unit)] : [Buffer.from(unit)];
    this.#byKind.set(kind, group);
    this.#pictureOfKind.set(kind, picture);
    this.#changed = true;
    if (kind === sequenceKind[this.#codec]) this.#readShapes();
  }

  #readShapes(): void {
    const sequenceSets = this.#byKind.get(sequenceKind[this.#codec]) ?? [];
    this.#shapes = [...new Set(sequenceSets.map((set) => pictureShape(this.#codec, set)))];
  }

  /** Shapes of the pictures that the current sets describe; the same array until they change. */
  get shapes(): readonly string[] {
    return this.#shapes;
  }

  /** Whether the in-band sets differ from the description. */
  get differFromDescription(): boolean {
    return this.#changed;
  }

  /** In decoding order; empty until there is a set of every kind. */
  current(): Buffer[] {
    const kinds = kindsInOrder[this.#codec];
    if (kinds.some((kind) => !this.#byKind.has(kind))) return [];
    return kinds.flatMap((kind) => this.#byKind.get(kind) ?? []);
  }
}
