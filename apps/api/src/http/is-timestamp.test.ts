import { expect, it } from 'vitest';
import { isTimestamp } from './is-timestamp.ts';

it.each([
  '2026-02-28T00:00:00Z',
  '2024-02-29T23:59:59.123456789+14:00',
  '2000-02-29T12:00:00-03:30',
  '2026-12-31t23:59:59z',
])('takes %s', (text) => expect(isTimestamp(text)).toBe(true));

it.each([
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T12:00:00+02:00',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01',
  '2026-01-01T00:00:00',
  'yesterday',
  '',
])('refuses %s', (text) => expect(isTimestamp(text)).toBe(false));
