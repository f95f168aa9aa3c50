import type { AccessUnit } from '../access-unit/access-unit.ts';
import { AccessUnitAssembler } from '../access-unit/access-unit-assembler.ts';
import { ByteArena } from '../access-unit/byte-arena.ts';
import type { PictureSetup } from '../access-unit/parameter-book.ts';
import type { SlabPool } from '../access-unit/slab-pool.ts';
import { PictureClock, TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { RunningDecodeTimes } from '../fragment/decode-times.ts';
import { fragmentHead } from '../fragment/fragment-head.ts';
import type { VideoTrack } from '../rtp/sdp.ts';

/** Assumed until two pictures have arrived. */
const FIRST_DURATION_TICKS = TICKS_PER_SECOND / 25;
const MAX_DURATION_TICKS = 2 * TICKS_PER_SECOND;

export interface LivePicture {
  bytes: Buffer;
  isKeyframe: boolean;
  /** Presentation time in the stream's ticks. */
  shownTicks: number;
  arrivedMs: number;
}

export interface LivePictureEvents {
  /** Before the first picture, and when the parameter sets change. */
  setup: (setup: PictureSetup) => void;
  picture: (picture: LivePicture) => void;
}

/**
 * Makes a fragment of each picture as soon as it is complete. Its duration is not known at that time, so that of the
 * previous picture is used, and players close the difference.
 */
export class LivePictures {
  readonly #assembler: AccessUnitAssembler;
  readonly #arena: ByteArena;
  readonly #clock = new PictureClock();
  readonly #on: LivePictureEvents;
  readonly #nextSequence: () => number;
  #setup: PictureSetup | undefined;
  #times: RunningDecodeTimes | undefined;
  #depth: number | undefined;
  #startTicks: number | undefined;
  #lastTicks: number | undefined;
  #duration = FIRST_DURATION_TICKS;

  constructor({
    track,
    pool,
    nextSequence,
    on,
  }: {
    track: VideoTrack;
    pool: SlabPool;
    /** Numbers the fragments of all tracks, starting with one. */
    nextSequence: () => number;
    on: LivePictureEvents;
  }) {
    this.#on = on;
    this.#nextSequence = nextSequence;
    this.#arena = new ByteArena(pool);
    this.#assembler = new AccessUnitAssembler({
      track,
      arena: this.#arena,
      isPrompt: true,
      sink: {
        unit: (unit) => {
          this.#unit(unit);
          this.#arena.release(unit.to);
        },
        // The previous picture stays on the screen for longer.
        dropped: () => undefined,
        restarted: () => this.#clock.restart(),
      },
    });
  }

  /** One RTP packet of the track with its interleaved header. */
  packet(framed: Buffer, arrivedMs: number): void {
    this.#assembler.packet(framed, arrivedMs);
  }

  /** First tick of the stream; undefined before the first picture. */
  get startTicks(): number | undefined {
    return this.#startTicks;
  }

  ticksAt(rtpTime: number): number | undefined {
    return this.#clock.ticksAt(rtpTime);
  }

  #unit(unit: AccessUnit): void {
    if (unit.setup !== undefined && unit.setup !== this.#setup) this.#begin(unit.setup);
    const times = this.#times;
    if (this.#setup === undefined || times === undefined) return;
    const mayReorder = this.#setup.sequence.reorderDepth !== 0;
    const shownTicks = this.#clock.place(unit.rtpTime, { arrivedMs: unit.arrivedMs, mayReorder });
    const isKeyframe = unit.keyframe !== undefined;
    const decodeTicks = Math.max(times.next(shownTicks, { isKeyframe }), (this.#lastTicks ?? -Infinity) + 1);
    if (this.#lastTicks !== undefined) this.#duration = Math.min(MAX_DURATION_TICKS, decodeTicks - this.#lastTicks);
    this.#lastTicks = decodeTicks;
    this.#startTicks ??= decodeTicks;
    const head = fragmentHead({
      fragment: {
        from: unit.from,
        to: unit.to,
        startTicks: decodeTicks,
        samples: [
          {
            sizeBytes: unit.to - unit.from,
            durationTicks: this.#duration,
            offsetTicks: shownTicks - decodeTicks,
            isKeyframe,
          },
        ],
      },
      sequence: this.#nextSequence(),
      fileStartTicks: this.#startTicks,
    });
    const bytes = Buffer.concat([head, ...this.#arena.pieces(unit.from, unit.to)]);
    this.#on.picture({ bytes, isKeyframe, shownTicks, arrivedMs: unit.arrivedMs });
  }

  #begin(setup: PictureSetup): void {
    this.#setup = setup;
    const depth = setup.sequence.reorderDepth;
    if (this.#times === undefined || depth !== this.#depth)
      this.#times = new RunningDecodeTimes({ depth, intervalTicks: this.#duration });
    this.#depth = depth;
    this.#on.setup(setup);
  }
}
