import { describe, expect, it } from 'vitest';
import { nextRemark, REMARK_MS, type Remark, remarkDetail, type StreamSigns } from './stream-remark.ts';

const fine: StreamSigns = { tooLarge: 0, unsupported: 0, incomplete: 0, isClockFrozen: false, sound: 'ok' };
const look = (now: Partial<StreamSigns>, { last, nowMs = 0 }: { last?: Remark; nowMs?: number } = {}) =>
  nextRemark(last, { now: { ...fine, ...now }, before: fine, nowMs });

describe('remarks about a recorded stream', () => {
  it.each([
    [{ tooLarge: 1 }, 'camera-frames-too-large'],
    [{ unsupported: 1 }, 'camera-frames-unsupported'],
    [{ incomplete: 3 }, 'camera-frames-incomplete'],
    [{ sound: 'died' }, 'sound-stopped'],
    [{ sound: 'slow' }, 'sound-too-slow'],
    [{ isClockFrozen: true }, 'camera-clock-frozen'],
    [{ isClockFrozen: true, sound: 'died', unsupported: 4 }, 'camera-frames-unsupported'],
  ] as const)('%j: %s', (signs, code) => {
    expect(remarkDetail(look(signs))).toBe(code);
  });

  it.each([[{}], [{ sound: 'none' }], [{ incomplete: 2 }]] as const)('%j: nothing', (signs) => {
    expect(remarkDetail(look(signs))).toBeNull();
  });

  it('stays for a minute after it was noticed last', () => {
    const last = look({ tooLarge: 1 });
    expect(look({}, { ...(last && { last }), nowMs: REMARK_MS - 1 })).toBe(last);
    expect(look({}, { ...(last && { last }), nowMs: REMARK_MS })).toBeUndefined();
    const again = look({ tooLarge: 1 }, { ...(last && { last }), nowMs: 30_000 });
    expect(again?.untilMs).toBe(30_000 + REMARK_MS);
  });

  it('gives way to a more serious one at once, and to a less serious one when it is over', () => {
    const last = look({ sound: 'slow' });
    expect(look({ unsupported: 1 }, { ...(last && { last }), nowMs: 1_000 })?.code).toBe('camera-frames-unsupported');
    expect(look({ isClockFrozen: true }, { ...(last && { last }), nowMs: 1_000 })).toBe(last);
    expect(look({ isClockFrozen: true }, { ...(last && { last }), nowMs: REMARK_MS })?.code).toBe(
      'camera-clock-frozen',
    );
  });
});
