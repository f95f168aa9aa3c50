import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SteeringLoop, startSteering } from './steering-loop.ts';

const FRAME_MS = 16;
let page: { hidden: boolean };
let frames: number;
let isAdvancing: boolean;
let steered: number;
let ticked: number;
let loop: SteeringLoop;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  page = { hidden: false };
  [frames, steered, ticked, isAdvancing] = [0, 0, 0, false];
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frames += 1;
    return setTimeout(callback, FRAME_MS);
  });
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  loop.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = (steer = () => {}) => {
  loop = startSteering({
    isAdvancing: () => isAdvancing,
    steer: () => {
      steered += 1;
      steer();
    },
    tick: () => {
      ticked += 1;
    },
  });
};

describe('steering', () => {
  it('requests no frame while the clock stands still, and steers', () => {
    start();
    vi.advanceTimersByTime(1_000);
    expect([frames, ticked]).toEqual([0, 0]);
    expect(steered).toBe(12);
  });

  it('ticks with every frame while the clock advances, and steers no more often', () => {
    isAdvancing = true;
    start();
    vi.advanceTimersByTime(1_000);
    expect(ticked).toBe(Math.floor(1_000 / FRAME_MS));
    expect(steered).toBe(12);
  });

  it('ticks with the next frame after the clock has started', () => {
    start();
    isAdvancing = true;
    loop.wake();
    vi.advanceTimersByTime(FRAME_MS);
    expect(ticked).toBe(1);
  });

  it('requests no more frames once the clock has stopped', () => {
    isAdvancing = true;
    start();
    vi.advanceTimersByTime(100);
    isAdvancing = false;
    loop.wake();
    frames = 0;
    vi.advanceTimersByTime(1_000);
    expect(frames).toBe(0);
  });

  it('is not put off by events in quick succession', () => {
    start();
    for (let n = 0; n < 100; n += 1) {
      loop.wake();
      vi.advanceTimersByTime(10);
    }
    expect(steered).toBe(12);
  });

  it('does nothing in a hidden tab', () => {
    page.hidden = true;
    start();
    vi.advanceTimersByTime(1_000);
    expect(steered).toBe(0);
  });

  it.each([true, false])('stops for good, even from within (advancing: %s)', (advancing) => {
    isAdvancing = advancing;
    start(() => loop.stop());
    vi.advanceTimersByTime(1_000);
    loop.wake();
    expect(steered).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
