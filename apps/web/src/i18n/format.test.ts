import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';

describe('a range of time', () => {
  // The dash is surrounded by thin spaces.
  const range = (start: string, end: string) =>
    createFormat('en-GB', 'Europe/Berlin').range(start, end).replaceAll(/\s/g, ' ');

  it('names its zone once', () => {
    expect(range('2026-11-17T19:25:10Z', '2026-11-17T19:30:10Z')).toBe('17 Nov 2026, 20:25:10 – 20:30:10 CET');
    expect(range('2026-11-17T19:25:10Z', '2026-11-18T19:30:10Z')).toMatch(
      /^17 Nov 2026, 20:25:10 – 18 Nov .*20:30:10 CET$/,
    );
  });

  it('names both zones where the clocks change in between', () =>
    expect(range('2026-10-24T10:00:00Z', '2026-10-25T10:00:00Z')).toMatch(/12:00:00 CEST – .*11:00:00 CET$/));
});

it('names the zone as it is at the moment', () => {
  const { zone } = createFormat('en-GB', 'Europe/Berlin');
  expect(zone(Date.UTC(2026, 0, 1))).toBe('Europe/Berlin (CET)');
  expect(zone(Date.UTC(2026, 6, 1))).toBe('Europe/Berlin (CEST)');
  for (const locale of ['en-GB', 'de']) expect(createFormat(locale, 'UTC').zone()).toBe('UTC');
});
