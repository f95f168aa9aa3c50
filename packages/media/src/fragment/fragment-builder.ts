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

interface PlacedUnit extends AccessUnit {
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
  #units: PlacedUnit[] = [];
  /** Index of the next group's first unit, while its first pictures are awaited. */
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
  add(unit: AccessUnit, ticks: number): void {
    const placed = { ...unit, ticks, latestTicks: ticks };
    if (this.#border !== undefined && this.#knowsStart(placed)) this.#sealAtBorder();
    if (this.#units.length === 0 && unit.setup === undefined) {
      this.counts.undecodable += 1;
      this.#arena.release(unit.to);
      return;
    }
    if (this.#units.length > 0 && this.#border === undefined) this.#cutBefore(placed);
    if (this.#units.length === 0) this.#setup = unit.setup ?? this.#setup;
    placed.latestTicks = Math.max(ticks, this.#units.at(-1)?.latestTicks ?? ticks);
    this.#units.push(placed);
  }

  /** Ends the input: everything that is held becomes a fragment. */
  flush(): void {
    if (this.#border !== undefined) this.#sealAtBorder();
    if (this.#units.length > 0) this.#seal(this.#units.length, undefined);
  }

  /** A keyframe whose leading pictures are known: a later picture has arrived, or more than can be reordered. */
  #knowsStart(unit: PlacedUnit): boolean {
    const border = this.#border ?? 0;
    const keyframe = this.#units[border] as PlacedUnit;
    if (unit.to - keyframe.from > fragmentLimits.bytes) return true;
    return unit.ticks > keyframe.ticks || unit.keyframe !== undefined || this.#units.length - border > PATIENCE;
  }

  #cutBefore(unit: PlacedUnit): void {
    const first = this.#units[0] as PlacedUnit;
    const isOther = unit.setup !== undefined && unit.setup !== this.#setup;
    if (unit.keyframe !== undefined && unit.setup !== undefined) {
      if (unit.ticks - first.ticks < MIN_TICKS && !isOther && this.#fits(unit)) return;
      if (unit.keyframe === 'closed') this.#seal(this.#units.length, unit.ticks);
      else this.#border = this.#units.length;
      return;
    }
    if (!this.#fits(unit)) this.#split(unit);
  }

  #fits(unit: PlacedUnit): boolean {
    const first = this.#units[0] as PlacedUnit;
    return !this.#isFull(unit) && unit.ticks - first.ticks <= fragmentLimits.ticks;
  }

  /** With this picture the fragment would need more memory than it may. */
  #isFull(unit: PlacedUnit): boolean {
    const first = this.#units[0] as PlacedUnit;
    return unit.to - first.from > fragmentLimits.bytes || this.#units.length >= fragmentLimits.pictures;
  }

  /** Splits a long group after the last picture that is displayed before all later ones. */
  #split(next: PlacedUnit): void {
    const units = this.#units;
    let least = next.ticks;
    for (let count = units.length; count > 0 && units.length - count <= PATIENCE; count -= 1) {
      if ((units[count - 1] as PlacedUnit).latestTicks < least) {
        this.#seal(count, least);
        return;
      }
      least = Math.min(least, (units[count - 1] as PlacedUnit).ticks);
    }
    // Out of order for too long: limiting memory is more important than the display order.
    if (this.#isFull(next)) this.#seal(units.length, undefined);
  }

  #sealAtBorder(): void {
    const border = this.#border ?? this.#units.length;
    const next = this.#units.slice(border).reduce((least, { ticks }) => Math.min(least, ticks), Infinity);
    this.#border = undefined;
    this.#seal(border, next);
  }

  /** The first `count` units become a fragment; `nextTicks`: presentation time of the picture after them. */
  #seal(count: number, nextTicks: number | undefined): void {
    const units = this.#units.splice(0, count);
    let latestTicks = -Infinity;
    for (const unit of this.#units) {
      latestTicks = Math.max(latestTicks, unit.ticks);
      unit.latestTicks = latestTicks;
    }
    const [first, last] = [units[0], units.at(-1)];
    const setup = this.#setup;
    if (first === undefined || last === undefined || setup === undefined) return;
    const { times, clamped } = decodeTimes(
      units.map(({ ticks }) => ticks),
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
      samples: units.map(({ from, to, ticks, keyframe }, i) => ({
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
    this.#setup = this.#units[0]?.setup ?? setup;
  }
}
