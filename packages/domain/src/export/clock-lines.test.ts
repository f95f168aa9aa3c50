import { expect, it } from 'vitest';
import { clockLines } from './clock-lines.ts';

const linesOf = (startMs: number, endMs: number, zone: string) => [
  ...clockLines([{ startMs, endMs, mediaOffsetMs: 0 }], zone),
];

it('shows each wall-clock second at its position in the file', () => {
  const start = Date.UTC(2026, 0, 1, 12, 0, 0, 400);
  expect(linesOf(start, start + 2_000, 'UTC')).toEqual([
    { fromMs: 0, toMs: 600, text: '2026-01-01 12:00:00 +00:00' },
    { fromMs: 600, toMs: 1_600, text: '2026-01-01 12:00:01 +00:00' },
    { fromMs: 1_600, toMs: 2_000, text: '2026-01-01 12:00:02 +00:00' },
  ]);
});

it('distinguishes the repeated hour', () => {
  const change = Date.UTC(2026, 9, 25, 1);
  expect(linesOf(change - 1_000, change + 1_000, 'Europe/Berlin').map(({ text }) => text)).toEqual([
    '2026-10-25 02:59:59 +02:00',
    '2026-10-25 02:00:00 +01:00',
  ]);
});

it('jumps with the footage over a hole', () => {
  const lines = [
    ...clockLines(
      [
        { startMs: 0, endMs: 1_000, mediaOffsetMs: 0 },
        { startMs: 3_600_000, endMs: 3_601_000, mediaOffsetMs: 1_000 },
      ],
      'Asia/Kolkata',
    ),
  ];
  expect(lines.map(({ fromMs, text }) => [fromMs, text])).toEqual([
    [0, '1970-01-01 05:30:00 +05:30'],
    [1_000, '1970-01-01 06:30:00 +05:30'],
  ]);
});
