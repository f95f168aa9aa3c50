import { ByteCursor, MalformedBox, viewOf } from '../mp4/byte-cursor.ts';
import { boxesOfMoof, childBoxes, needChild } from '../mp4/child-boxes.ts';

export interface Shift {
  /** How much later everything is displayed. */
  offsetMs: number;
  /** Sequence number of the fragment in the playlist; players expect it to increase. */
  sequence: number;
}

/** Ticks per second by track. */
export type Timescales = ReadonlyMap<number, number>;

/**
 * Shifts a fragment on the timeline in place: changes its sequence number and the decode time of each track, but no
 * length.
 */
export function shiftMoof(moof: Uint8Array, timescales: Timescales, { offsetMs, sequence }: Shift): void {
  const children = boxesOfMoof(moof);
  viewOf(needChild(children, 'mfhd')).setUint32(4, sequence >>> 0);
  for (const { type, body } of children) if (type === 'traf') shiftTraf(body, timescales, offsetMs);
}

function shiftTraf(traf: Uint8Array, timescales: Timescales, offsetMs: number): void {
  const children = childBoxes(traf);
  const tfhd = new ByteCursor(needChild(children, 'tfhd'));
  tfhd.fullBox();
  const timescale = timescales.get(tfhd.u32());
  if (timescale === undefined) throw new MalformedBox('fragment of an unknown track');
  const ticks = Math.round((offsetMs * timescale) / 1000);
  const tfdt = needChild(children, 'tfdt');
  const view = viewOf(tfdt);
  if (new ByteCursor(tfdt).fullBox().version === 1) {
    view.setBigUint64(4, view.getBigUint64(4) + BigInt(ticks));
    return;
  }
  const shifted = view.getUint32(4) + ticks;
  if (shifted > 0xffff_ffff) throw new MalformedBox('time does not fit');
  view.setUint32(4, shifted);
}
