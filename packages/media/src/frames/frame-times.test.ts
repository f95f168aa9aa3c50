import { expect, it } from 'vitest';
import { FrameTimes } from './frame-times.ts';

const line = (text: string) => `[Parsed_showinfo_3 @ 0x55db4245b780] [info] ${text}`;
const frame = (pts: string, seconds: string) => line(`n:  12 pts:${pts} pts_time:${seconds} pos: 0 fmt:gray sar:1/1`);

it('are exact, however long the stream runs', () => {
  const times = new FrameTimes();
  expect(times.read(line('config in time_base: 1/90000, frame_rate: 10/1'))).toBeUndefined();
  expect(times.read(line('config out time_base: 0/0, frame_rate: 0/0'))).toBeUndefined();
  expect(times.read(frame('      0', '0      '))).toBe(0);
  expect(times.read(frame('   9000', '0.1    '))).toBe(100);
  expect(times.read(frame('  -9000', '-0.1   '))).toBe(-100);
  expect(times.read(frame('108000018000', '1.2e+06'))).toBe(1_200_000_200);
});

it('are the printed seconds if the time base is not known', () => {
  expect(new FrameTimes().read(frame('   9000', '0.1    '))).toBe(100);
  expect(new FrameTimes().read(frame('   9000', '1.2e+06'))).toBe(1_200_000_000);
});

it.each([
  ['another line', '[info] Stream mapping: n: 1 pts: 2 pts_time:3'],
  ['side data', line('  side data - User Data Unregistered:')],
  ['a frame without a timestamp', line('n:   0 pts:   NOPTS pts_time:NOPTS pos: 0')],
])('are not found in %s', (_title, text) => {
  expect(new FrameTimes().read(text)).toBeUndefined();
});
