import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrivalLine } from './arrival-line.ts';

const AT = 1_800_000_000_000;
const FRAME_MS = 100;

describe('the time of a picture', () => {
  it('is that of its arrival, although the decoder delivers it ten seconds later', () => {
    const line = new ArrivalLine();
    const waiting: number[] = [];
    for (let i = 0; i < 100; i += 1) {
      line.note(i * FRAME_MS, AT + i * FRAME_MS);
      waiting.push(i);
    }
    for (const i of waiting) expect(line.arrivedMs(i * FRAME_MS)).toBe(AT + i * FRAME_MS);
  });

  it('is right for a cached group, whose pictures are all handed over with its newest', () => {
    const line = new ArrivalLine();
    for (let i = 0; i <= 40; i += 1) line.note(i * FRAME_MS, AT + 40 * FRAME_MS);
    expect(line.arrivedMs(0)).toBe(AT);
    expect(line.arrivedMs(40 * FRAME_MS)).toBe(AT + 40 * FRAME_MS);
  });

  it('does not change while arrivals are held up for seconds', () => {
    const delay = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(fc.array(delay, { minLength: 1, maxLength: 90 }), (delays) => {
        const line = new ArrivalLine();
        line.note(0, AT);
        let nowMs = AT;
        for (const [i, delayMs] of delays.entries()) {
          const shownMs = (i + 1) * FRAME_MS;
          nowMs = Math.min(Math.max(nowMs, AT + shownMs + delayMs), AT + 10_000);
          line.note(shownMs, nowMs);
        }
        for (const i of delays.keys()) expect(line.arrivedMs(i * FRAME_MS)).toBe(AT + i * FRAME_MS);
      }),
    );
  });

  it.each([
    ['slow', 0.98],
    ['fast', 1.02],
  ])('stays within a few frames for a camera whose clock is %s', (_title, rate) => {
    const line = new ArrivalLine();
    for (let i = 0; i < 36_000; i += 1) line.note(i * FRAME_MS * rate, AT + i * FRAME_MS);
    const newestMs = AT + 35_999 * FRAME_MS;
    expect(Math.abs((line.arrivedMs(35_999 * FRAME_MS * rate) ?? 0) - newestMs)).toBeLessThan(3 * FRAME_MS);
  });

  it('is unknown before the first picture', () => {
    expect(new ArrivalLine().arrivedMs(0)).toBeUndefined();
  });
});
