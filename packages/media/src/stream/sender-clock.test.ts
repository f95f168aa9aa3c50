import { describe, expect, it } from 'vitest';
import { SenderClock } from './sender-clock.ts';

describe('the sender clock', () => {
  it('relates each track to the arrival of its first packet until the camera sends reports', () => {
    const clock = new SenderClock([90_000, 8_000], 0);
    clock.notePacket(0, 1000, 50_000);
    clock.notePacket(1, 7, 50_100);
    expect(clock.wallAt(0, 1000 + 90_000)).toBe(51_000);
    expect(clock.rtpTimeAt(1, 51_100)).toBe(8007);
  });

  const picture = { track: 0, wallMs: 5 };
  const sound = { track: 1, wallMs: 105 };
  it.each([
    ['the picture', [picture, sound]],
    ['the sound', [sound, picture]],
    ['the sound, and both again', [sound, picture, sound, picture]],
  ])("adopts the camera's own relation without a jump of the video, with the first report on %s", (_title, reports) => {
    const clock = new SenderClock([90_000, 8_000], 0);
    clock.notePacket(0, 0, 50_000);
    clock.notePacket(1, 0, 50_300);
    for (const { track, wallMs } of reports) clock.noteReport(track, { wallMs, rtpTime: 0 }, 50_400);
    expect(clock.wallAt(0, 0)).toBe(50_000);
    expect(clock.wallAt(1, 0)).toBe(50_100);
  });

  it('leads with the video wherever it is among the tracks, also after the source restarted', () => {
    const clock = new SenderClock([8_000, 90_000], 1);
    for (const startMs of [50_000, 90_000]) {
      clock.notePacket(1, 0, startMs);
      clock.notePacket(0, 0, startMs + 300);
      clock.noteReport(0, { wallMs: 105, rtpTime: 0 }, startMs + 400);
      clock.noteReport(1, { wallMs: 5, rtpTime: 0 }, startMs + 400);
      expect(clock.wallAt(1, 0)).toBe(startMs);
      expect(clock.wallAt(0, 0)).toBe(startMs + 100);
      clock.notePacket(1, 90_000 * 5, startMs + 5_000);
      clock.notePacket(0, 8_000 * 5, startMs + 5_000);
    }
  });

  it('does not follow the varying reports of a busy camera, and keeps the sound with the video', () => {
    const clock = new SenderClock([90_000, 8_000], 0);
    clock.notePacket(0, 0, 50_000);
    clock.notePacket(1, 0, 50_000);
    for (const [k, waverMs] of [30, 0, -25, 100, -100, 100, 0].entries()) {
      const [before, atMs] = [clock.wallAt(0, k * 450_000), k * 5_000];
      clock.noteReport(0, { wallMs: atMs + waverMs, rtpTime: k * 450_000 }, 50_000 + atMs);
      const moved = (clock.wallAt(0, k * 450_000) ?? Number.NaN) - (before ?? Number.NaN);
      expect(Math.abs(moved)).toBeLessThanOrEqual(2);
      clock.noteReport(1, { wallMs: atMs + waverMs, rtpTime: k * 40_000 }, 50_000 + atMs);
      expect(clock.wallAt(1, k * 40_000)).toBeCloseTo(clock.wallAt(0, k * 450_000) ?? Number.NaN, 6);
    }
  });

  it.each([
    ['a little', 0.9999],
    ['by one in a hundred', 1.01],
    ['by one in twenty', 0.95],
  ])('follows a clock that drifts %s', (_title, speed) => {
    const clock = new SenderClock([90_000], 0);
    clock.notePacket(0, 0, 0);
    for (let k = 1; k <= 200; k += 1) {
      const rtpTime = Math.round(k * 450_000 * speed) % 2 ** 32;
      clock.notePacket(0, rtpTime, k * 5_000);
      clock.noteReport(0, { wallMs: k * 5_000, rtpTime }, k * 5_000);
      expect(Math.abs((clock.wallAt(0, rtpTime) ?? Number.NaN) - k * 5_000)).toBeLessThan(600);
    }
  });

  it('stays steady when the camera sets its clock while streaming', () => {
    const clock = new SenderClock([90_000], 0);
    clock.notePacket(0, 0, 50_000);
    clock.noteReport(0, { wallMs: 0, rtpTime: 0 }, 50_000);
    clock.noteReport(0, { wallMs: 1_700_000_000_000, rtpTime: 90_000 }, 51_000);
    expect(clock.wallAt(0, 90_000)).toBe(51_000);
  });

  it('ignores a report that does not match the packets', () => {
    const clock = new SenderClock([90_000], 0);
    clock.notePacket(0, 0, 50_000);
    clock.noteReport(0, { wallMs: 0, rtpTime: 90_000 * 3_600 }, 50_000);
    expect(clock.wallAt(0, 90_000)).toBe(51_000);
  });

  it('continues across the wrap of the RTP time', () => {
    const clock = new SenderClock([90_000], 0);
    const rtpTimeAfter = (hours: number) => (hours * 3_600 * 90_000) % 2 ** 32;
    for (let hour = 0; hour <= 40; hour += 1)
      expect(clock.notePacket(0, rtpTimeAfter(hour), hour * 3_600_000)).toBe(false);
    expect(clock.wallAt(0, rtpTimeAfter(40))).toBeCloseTo(40 * 3_600_000, 3);
  });

  it.each([
    ['begins again', 0, 1_000, true],
    ['leaps ahead', 90_000 * 70, 1_000, true],
    ['goes back by a picture', 90_000 * 10 - 3_000, 0, false],
    ['was held up on the way', 90_000 * 10 + 3_000, 8_000, false],
  ])('detects when a source %s', (_title, rtpTime, passedMs, jumped) => {
    const clock = new SenderClock([90_000], 0);
    clock.notePacket(0, 90_000 * 10, 50_000);
    expect(clock.notePacket(0, rtpTime, 50_000 + passedMs)).toBe(jumped);
    if (jumped) expect(clock.wallAt(0, rtpTime)).toBe(50_000 + passedMs);
  });
});
