import { expect, it } from 'vitest';
import { needsCertificate } from './certificate-renewal.ts';

const DAY_MS = 86_400_000;
const issued = { validUntilMs: 100 * DAY_MS, names: ['localhost', 'nas', '192.168.1.5'] };

it.each([
  ['none was issued', undefined, 0, ['localhost'], true],
  ['it is valid for a long time', issued, 0, ['nas', '192.168.1.5'], false],
  ['it ends in 31 days', issued, 69 * DAY_MS, ['nas'], false],
  ['it ends in 29 days', issued, 71 * DAY_MS, ['nas'], true],
  ['it has ended', issued, 101 * DAY_MS, ['nas'], true],
  ['the machine got another address', issued, 0, ['nas', '192.168.1.6'], true],
  ['the machine lost an address', issued, 0, ['nas'], false],
])('when %s', (_title, certificate, nowMs, names, expected) => {
  expect(needsCertificate(certificate, { nowMs, names })).toBe(expected);
});
