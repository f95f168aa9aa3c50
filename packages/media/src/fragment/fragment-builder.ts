import type { AccessUnit } from '../access-unit/access-unit.ts';
import type { ByteArena } from '../access-unit/byte-arena.ts';
import type { PictureSetup } from '../access-unit/parameter-book.ts';
import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { decodeTimes } from './decode-times.ts';
import type { PictureFragment } from './picture-fragment.ts';

/**
 * Keyframes closer together than this share a fragment; otherwise the index of a keyframe-only stream would be
 * unbounded.
 */
const MIN_TICKS = TICKS_PER_SECOND / 4;
/** Maximum size of a fragment; larger groups are split. */
export const fragmentLimits = { bytes: 8 * 1024 * 1024, ticks: 10 * TICKS_PER_SECOND, pictures: 4_096 } as const;
/** Pictures to wait for before splitting a group or deciding that it is complete. */
const PATIENCE = 16;
/** Duration of a picture that is the only one of its connection. */
const USUAL_TICKS = TICKS_PER_SECOND / 25;

interface PlacedPicture extends AccessUnit {
  ticks: number;
  /** The latest of all pictures held up to this one. */
  latestTicks: number;
}

export interface FragmentCounts {
  /** Pictures before the first keyframe or before readable parameter sets. */
  undecodable: number;
  /** Decode times that were adjusted because the camera's timestamps do not match the order of its pictures. */
  clamped: number;
}

/**
 * Collects pictures into fragments. A group of pictures becomes one fragment; it is complete once the pictures of the
 * next group that are displayed first have arrived. A group beyond the limits is split where the display order permits.
 */
export class FragmentBuilder {
  readonly counts: FragmentCounts = { undecodable: 0, clamped: 0 };
  readonly #arena: ByteArena;
  readonly #onFragment: (fragment: PictureFragment) => void;
  #pictures: PlacedPicture[] = [];
  /** Index of the next group's first picture, while its first pictures are awaited. */
  #border: number | undefined;
  #setup: PictureSetup | undefined;
  #endTicks = Number.NEGATIVE_INFINITY;
  #isContinuous = false;
  #lastDuration = USUAL_TICKS;

  constructor({ arena, onFragment }: { arena: ByteArena; onFragment: (fragment: PictureFragment) => void }) {
    this.#arena = arena;
    this.#onFragment = onFragment;
  }

  /** In decoding order. */
  add(picture: AccessUnit, ticks: number): void {
    const placed = { ...picture, ticks, latestTicks: ticks };
    if (this.#border !== undefined && this.#knowsStart(placed)) this.#sealAtBorder();
    if (this.#pictures.length === 0 && picture.setup === undefined) {
      this.counts.undecodable += 1;
      this.#arena.release(picture.to);
      return;
    }
    if (this.#pictures.length > 0 && this.#border === undefined) this.#cutBefore(placed);
    if (this.#pictures.length === 0) this.#setup = picture.setup ?? this.#setup;
    placed.latestTicks = Math.max(ticks, this.#pictures.at(-1)?.latestTicks ?? ticks);
    this.#pictures.push(placed);
  }

  /** Ends the input: everything that is held becomes a fragment. */
  flush(): void {
    if (this.#border !== undefined) this.#sealAtBorder();
    if (this.#pictures.length > 0) this.#seal(this.#pictures.length, undefined);
  }

  /** A keyframe whose leading pictures are known: a later picture has arrived, or more than can be reordered. */
  #knowsStart(picture: PlacedPicture): boolean {
    const border = this.#border ?? 0;
    const keyframe = this.#pictures[border] as PlacedPicture;
    if (picture.to - keyframe.from > fragmentLimits.bytes) return true;
    return (
      picture.ticks > keyframe.ticks || picture.keyframe !== undefined || this.#pictures.length - border > PATIENCE
    );
  }

  #cutBefore(picture: PlacedPicture): void {
    const first = this.#pictures[0] as PlacedPicture;
    const isOther = picture.setup !== undefined && picture.setup !== this.#setup;
    if (picture.keyframe !== undefined && picture.setup !== undefined) {
      if (picture.ticks - first.ticks < MIN_TICKS && !isOther && this.#fits(picture)) return;
      if (picture.keyframe === 'closed') this.#seal(this.#pictures.length, picture.ticks);
      else this.#border = this.#pictures.length;
      return;
    }
    if (!this.#fits(picture)) this.#split(picture);
  }

  #fits(picture: PlacedPicture): boolean {
    const first = this.#pictures[0] as PlacedPicture;
    return !this.#isFull(picture) && picture.ticks - first.ticks <= fragmentLimits.ticks;
  }

  /** With this picture the fragment would need more memory than it may. */
  #isFull(picture: PlacedPicture): boolean {
    const first = this.#pictures[0] as PlacedPicture;
    return picture.to - first.from > fragmentLimits.bytes || this.#pictures.length >= fragmentLimits.pictures;
  }

  /** Splits a long group after the last picture that is displayed before all later ones. */
  #split(next: PlacedPicture): void {
    const pictures = this.#pictures;
    let least = next.ticks;
    for (let count = pictures.length; count > 0 && pictures.length - count <= PATIENCE; count -= 1) {
      if ((pictures[count - 1] as PlacedPicture).latestTicks < least) {
        this.#seal(count, least);
        return;
      }
      least = Math.min(least, (pictures[count - 1] as PlacedPicture).ticks);
    }
    // Out of order for too long: limiting memory is more important than the display order.
    if (this.#isFull(next)) this.#seal(pictures.length, undefined);
  }

  #sealAtBorder(): void {
    const border = this.#border ?? this.#pictures.length;
    const next = this.#pictures.slice(border).reduce((least, { ticks }) => Math.min(least, ticks), Infinity);
    this.#border = undefined;
    this.#seal(border, next);
  }

  /** The first `count` pictures become a fragment; `nextTicks`: presentation time of the picture after them. */
  #seal(count: number, nextTicks: number | undefined): void {
    const pictures = this.#pictures.splice(0, count);
    let latestTicks = -Infinity;
    for (const picture of this.#pictures) {
      latestTicks = Math.max(latestTicks, picture.ticks);
      picture.latestTicks = latestTicks;
    }
    const [first, last] = [pictures[0], pictures.at(-1)];
    const setup = this.#setup;
    if (first === undefined || last === undefined || setup === undefined) return;
    const { times, clamped } = decodeTimes(
      pictures.map(({ ticks }) => ticks),
      this.#endTicks,
    );
    this.counts.clamped += clamped;
    const startTicks = times[0] as number;
    const lastTime = times.at(-1) as number;
    const before = times.at(-2);
    const usual = before === undefined ? this.#lastDuration : lastTime - before;
    const endTicks = Math.max(lastTime + 1, nextTicks ?? lastTime + usual);
    this.#lastDuration = usual;
    this.#endTicks = endTicks;
    this.#onFragment({
      arena: this.#arena,
      from: first.from,
      to: last.to,
      samples: pictures.map(({ from, to, ticks, keyframe }, i) => ({
        sizeBytes: to - from,
        durationTicks: (times[i + 1] ?? endTicks) - (times[i] as number),
        offsetTicks: ticks - (times[i] as number),
        isKeyframe: keyframe !== undefined,
      })),
      start: (first.setup && first.keyframe) ?? 'none',
      setup,
      startTicks,
      endTicks,
      isContinuous: this.#isContinuous,
    });
    this.#isContinuous = true;
    this.#setup = this.#pictures[0]?.setup ?? setup;
  }
}
