import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { SAMPLES_PER_FRAME } from '../fragment/fragment-head.ts';
import { childBoxes, needChild } from '../mp4/child-boxes.ts';
import { FRAME_TICKS } from '../sound/stream-sound.ts';
import { LiveSound } from './live-sound.ts';

const START = 1_000_000;
const REAL = Buffer.from('real');

interface Run {
  startSamples: number;
  frames: number;
  bytes: Buffer;
}

/** Position and number of frames of a fragment. */
function readRun(fragment: Buffer): Run {
  const boxes = childBoxes(fragment);
  const traf = childBoxes(needChild(childBoxes(needChild(boxes, 'moof')), 'traf'));
  const tfdt = Buffer.from(needChild(traf, 'tfdt'));
  const trun = Buffer.from(needChild(traf, 'trun'));
  return {
    startSamples: Number(tfdt.readBigUInt64BE(4)),
    frames: trun.readUInt32BE(4),
    bytes: Buffer.from(needChild(boxes, 'mdat')),
  };
}

function stage() {
  const runs: Run[] = [];
  let sequence = 0;
  const sound = new LiveSound({
    channels: 1,
    nextSequence: () => {
      sequence += 1;
      return sequence;
    },
    onFragment: (bytes) => runs.push(readRun(bytes)),
  });
  const frames = (count: number) => Array.from({ length: count }, () => REAL);
  const coveredTicks = () => START + runs.reduce((sum, run) => sum + run.frames, 0) * FRAME_TICKS;
  return { sound, runs, frames, coveredTicks };
}

describe('the sound of a live stream', () => {
  it('is passed on as it arrives, from the first picture on', () => {
    const { sound, runs, frames } = stage();
    sound.sound({ startTicks: START, frames: frames(1) });
    sound.picture(START, START);
    sound.sound({ startTicks: START, frames: frames(3) });
    sound.sound({ startTicks: START + 3 * FRAME_TICKS, frames: frames(2) });
    expect(runs).toEqual([
      { startSamples: 0, frames: 3, bytes: Buffer.from('realrealreal') },
      { startSamples: 3 * SAMPLES_PER_FRAME, frames: 2, bytes: Buffer.from('realreal') },
    ]);
  });

  it('is replaced by silence when the encoder delivers none, half a second after the picture', () => {
    const { sound, runs, coveredTicks } = stage();
    sound.picture(START, START);
    sound.picture(START + TICKS_PER_SECOND / 4, START);
    expect(runs).toEqual([]);
    sound.picture(START + 10 * TICKS_PER_SECOND, START);
    expect(coveredTicks()).toBeGreaterThanOrEqual(START + 9.5 * TICKS_PER_SECOND);
    expect(coveredTicks()).toBeLessThan(START + 10 * TICKS_PER_SECOND);
    expect(runs[0]?.bytes.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 7]));
  });

  it('is dropped when it is too late', () => {
    const { sound, runs, frames } = stage();
    sound.picture(START, START);
    sound.picture(START + 2 * TICKS_PER_SECOND, START);
    const silent = runs.length;
    sound.sound({ startTicks: START, frames: frames(40) });
    expect(runs).toHaveLength(silent);
    sound.sound({ startTicks: START + 40 * FRAME_TICKS, frames: frames(40) });
    const before = runs.slice(0, silent).reduce((sum, run) => sum + run.frames, 0);
    expect(runs.at(-1)).toMatchObject({ startSamples: before * SAMPLES_PER_FRAME, frames: 80 - before });
  });

  it('has neither gaps nor overlaps and stays near its time, for any input', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('picture' as const), advance: fc.integer({ min: 0, max: 200_000 }) }),
      fc.record({
        kind: fc.constant('sound' as const),
        lead: fc.integer({ min: -200_000, max: 200_000 }),
        count: fc.integer({ min: 1, max: 60 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { sound, runs, frames, coveredTicks } = stage();
        let now = START;
        sound.picture(now, START);
        for (const one of steps) {
          if (one.kind === 'picture') {
            now += one.advance;
            sound.picture(now, START);
          } else sound.sound({ startTicks: Math.max(START, now + one.lead), frames: frames(one.count) });
          expect(coveredTicks()).toBeGreaterThanOrEqual(now - TICKS_PER_SECOND / 2);
        }
        let at = 0;
        for (const run of runs) {
          expect(run.startSamples).toBe(at);
          at += run.frames * SAMPLES_PER_FRAME;
        }
      }),
    );
  });
});
