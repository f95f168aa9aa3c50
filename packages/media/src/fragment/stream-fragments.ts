import type { AccessUnit, UnitFault } from '../access-unit/access-unit.ts';
import { AccessUnitAssembler } from '../access-unit/access-unit-assembler.ts';
import type { ByteArena } from '../access-unit/byte-arena.ts';
import { ClockMap } from '../clock/clock-map.ts';
import { PictureClock } from '../clock/picture-clock.ts';
import type { VideoTrack } from '../rtp/sdp.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import type { PictureFragment } from './picture-fragment.ts';

/** Statistics of a stream since its start; counters only grow. */
export interface StreamFindings {
  pictures: number;
  keyframes: number;
  /** Dropped pictures by reason. */
  dropped: Record<UnitFault, number>;
  /** Pictures before a keyframe with readable parameter sets. */
  undecodable: number;
  strayTimes: number;
  clockJumps: number;
  isClockFrozen: boolean;
  /** Rate of the camera's clock relative to ours; 1 unless it clearly differs. */
  clockRate: number;
  lastPictureMs: number | undefined;
}

/** The video of one connection: converts packets to fragments, and ticks to time. */
export class StreamFragments {
  readonly #assembler: AccessUnitAssembler;
  readonly #builder: FragmentBuilder;
  readonly #clock = new PictureClock();
  readonly #map = new ClockMap();
  readonly #dropped: Record<UnitFault, number> = { incomplete: 0, 'too-large': 0, unsupported: 0 };
  #pictures = 0;
  #keyframes = 0;
  #lastPictureMs: number | undefined;
  #mayReorder = true;

  constructor({
    track,
    arena,
    onFragment,
  }: {
    track: VideoTrack;
    /** For this stream only; fragments refer to it until they are released. */
    arena: ByteArena;
    onFragment: (fragment: PictureFragment) => void;
  }) {
    this.#builder = new FragmentBuilder({ arena, onFragment });
    this.#assembler = new AccessUnitAssembler({
      track,
      arena,
      sink: {
        unit: (picture) => this.#take(picture),
        dropped: (fault) => {
          this.#dropped[fault] += 1;
        },
        restarted: () => this.#clock.restart(),
      },
    });
  }

  /** One RTP packet of the track with its interleaved header; `arrivedMs` is monotonic. */
  packet(framed: Buffer, arrivedMs: number): void {
    this.#assembler.packet(framed, arrivedMs);
  }

  /** The connection has ended: complete pictures become fragments. */
  end(): void {
    this.#assembler.flush();
    this.#builder.flush();
  }

  /** Monotonic time of a position of the connection; undefined before the first picture. */
  timeAt(ticks: number): number | undefined {
    return this.#map.at(ticks);
  }

  /** Ticks of an RTP time of the track. */
  ticksAt(rtpTime: number): number | undefined {
    return this.#clock.ticksAt(rtpTime);
  }

  get lastPictureMs(): number | undefined {
    return this.#lastPictureMs;
  }

  findings(): StreamFindings {
    return {
      pictures: this.#pictures,
      keyframes: this.#keyframes,
      dropped: { ...this.#dropped },
      undecodable: this.#builder.counts.undecodable,
      strayTimes: this.#clock.counts.strays,
      clockJumps: this.#clock.counts.jumps,
      isClockFrozen: this.#clock.isFrozen,
      clockRate: this.#map.cameraRate,
      lastPictureMs: this.#lastPictureMs,
    };
  }

  #take(picture: AccessUnit): void {
    this.#pictures += 1;
    if (picture.keyframe !== undefined) this.#keyframes += 1;
    this.#lastPictureMs = picture.arrivedMs;
    if (picture.setup !== undefined) this.#mayReorder = picture.setup.sequence.reorderDepth !== 0;
    const ticks = this.#clock.place(picture.rtpTime, { arrivedMs: picture.arrivedMs, mayReorder: this.#mayReorder });
    this.#map.note(ticks, picture.arrivedMs);
    this.#builder.add(picture, ticks);
  }
}
