import { box, fullBox, u32, u64 } from '../fragment/boxes.ts';
import { NumberList, RunLengthList } from './number-list.ts';

export interface MovieSample {
  /** On the movie's timeline, in ticks of the track. */
  decodeTicks: number;
  durationTicks: number;
  /** How much later it is shown than decoded. */
  compositionTicks: number;
  sizeBytes: number;
  isSync: boolean;
}

/** The samples of one track of a plain MP4, added in the order of decoding. */
export class MovieTrack {
  readonly trackId: number;
  readonly timescale: number;
  readonly #sizes = new NumberList();
  readonly #syncNumbers = new NumberList();
  readonly #decodeSteps = new RunLengthList();
  readonly #compositions = new RunLengthList();
  readonly #chunkLengths = new RunLengthList();
  readonly #chunkOffsets: number[] = [];
  #chunkSamples = 0;
  #firstDecodeTicks: number | undefined;
  #last = { decodeTicks: 0, durationTicks: 0 };
  #earliestTicks = Number.POSITIVE_INFINITY;
  #latestEndTicks = 0;

  constructor({ trackId, timescale }: { trackId: number; timescale: number }) {
    this.trackId = trackId;
    this.timescale = timescale;
  }

  get samples(): number {
    return this.#sizes.length;
  }

  /** When the first picture is shown or the first sound heard, on the movie's timeline. */
  get earliestTicks(): number {
    return this.#earliestTicks;
  }

  /** From the first picture to the end of the last. */
  get presentedTicks(): number {
    return Math.max(0, this.#latestEndTicks - this.#earliestTicks);
  }

  /** From the first decoded sample to the first that is shown. */
  get mediaStartTicks(): number {
    return this.#earliestTicks - (this.#firstDecodeTicks ?? 0);
  }

  get decodedTicks(): number {
    return this.#last.decodeTicks + this.#last.durationTicks - (this.#firstDecodeTicks ?? 0);
  }

  /** The samples that follow are stored next to each other, starting at this byte of the data. */
  startChunk(atByte: number): void {
    this.#endChunk();
    this.#chunkOffsets.push(atByte);
  }

  add({ decodeTicks: wantedTicks, durationTicks, compositionTicks, sizeBytes, isSync }: MovieSample): void {
    // Files that overlap a little would go back in time, which a table of steps cannot express.
    const isFirst = this.#firstDecodeTicks === undefined;
    const decodeTicks = isFirst ? wantedTicks : Math.max(wantedTicks, this.#last.decodeTicks + 1);
    if (isFirst) this.#firstDecodeTicks = decodeTicks;
    else this.#decodeSteps.push(decodeTicks - this.#last.decodeTicks);
    const presentedTicks = wantedTicks + compositionTicks;
    this.#compositions.push(presentedTicks - decodeTicks);
    this.#sizes.push(sizeBytes);
    if (isSync) this.#syncNumbers.push(this.#sizes.length);
    this.#chunkSamples += 1;
    this.#last = { decodeTicks, durationTicks };
    this.#earliestTicks = Math.min(this.#earliestTicks, presentedTicks);
    this.#latestEndTicks = Math.max(this.#latestEndTicks, presentedTicks + durationTicks);
  }

  /** The tables of the `stbl` box, for data that starts at this byte of the file. */
  tables(dataStart: number): Buffer[] {
    this.#endChunk();
    const steps = new RunLengthList(this.#decodeSteps.entries);
    steps.push(this.#last.durationTicks);
    const isShifted = this.#compositions.entries.some(([, ticks]) => ticks !== 0);
    const isAllSync = this.#syncNumbers.length === this.samples;
    return [
      fullBox('stts', 0, 0, u32(steps.length), steps.toBytes()),
      ...(isShifted ? [fullBox('ctts', 1, 0, u32(this.#compositions.length), this.#compositions.toBytes())] : []),
      ...(isAllSync ? [] : [fullBox('stss', 0, 0, u32(this.#syncNumbers.length), this.#syncNumbers.toBytes())]),
      this.#samplesToChunks(),
      fullBox('stsz', 0, 0, u32(0, this.samples), this.#sizes.toBytes()),
      fullBox(
        'co64',
        0,
        0,
        u32(this.#chunkOffsets.length),
        ...this.#chunkOffsets.map((offset) => u64(dataStart + offset)),
      ),
    ];
  }

  #endChunk(): void {
    if (this.#chunkSamples > 0) this.#chunkLengths.push(this.#chunkSamples);
    this.#chunkSamples = 0;
  }

  #samplesToChunks(): Buffer {
    let chunk = 1;
    const rows = this.#chunkLengths.entries.map(([count, samples]) => {
      const row = u32(chunk, samples, 1);
      chunk += count;
      return row;
    });
    return fullBox('stsc', 0, 0, u32(rows.length), ...rows);
  }
}

/** Maps the track to the movie: it starts `delayMs` into it, with the first sample that is shown. */
export function editList(track: MovieTrack, { delayMs, timescale }: { delayMs: number; timescale: number }): Buffer[] {
  if (delayMs === 0 && track.mediaStartTicks === 0) return [];
  const lengthTicks = Math.round((track.presentedTicks * timescale) / track.timescale);
  const edit = (duration: number, mediaTicks: Buffer) => Buffer.concat([u64(duration), mediaTicks, u32(0x10000)]);
  const NOTHING = Buffer.alloc(8, 0xff);
  const edits = [
    ...(delayMs > 0 ? [edit(Math.round((delayMs * timescale) / 1000), NOTHING)] : []),
    edit(lengthTicks, u64(track.mediaStartTicks)),
  ];
  return [box('edts', fullBox('elst', 1, 0, u32(edits.length), ...edits))];
}
