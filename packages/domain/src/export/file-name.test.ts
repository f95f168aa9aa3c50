import { expect, it } from 'vitest';
import { exportFileName, freeName } from './file-name.ts';

const startMs = Date.UTC(2026, 0, 1, 12, 0, 3, 400);

it.each([
  ['Front door', 'Front-door_20260101T120003Z'],
  ['../../etc/passwd', 'etc-passwd_20260101T120003Z'],
  ['Straße Süd', 'Stra-e-Su-d_20260101T120003Z'],
  ['門', 'camera_20260101T120003Z'],
])('calls a file of %s %s', (cameraName, expected) => {
  expect(exportFileName({ cameraName, startMs })).toBe(expected);
});

it('never uses a name twice', () => {
  expect(freeName('a', new Set())).toBe('a');
  expect(freeName('a', new Set(['a', 'a_2']))).toBe('a_3');
});
