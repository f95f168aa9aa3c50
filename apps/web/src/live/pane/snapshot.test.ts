import { describe, expect, it } from 'vitest';
import { snapshotName } from './snapshot.ts';

const AT_MS = Date.UTC(2026, 5, 1, 12, 30, 5);
const head = (name: string) => snapshotName(name, AT_MS).replace(/ 2026-06-0[12] .*$/, '');

describe('the name of a snapshot', () => {
  it('contains the camera and the moment', () =>
    expect(snapshotName('Gate', AT_MS)).toMatch(/^Gate 2026-06-0[12] \d\d-\d\d-05\.jpg$/));

  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['<script>alert(1)</script>', 'script alert 1 script'],
    ['Tür: Süd', 'Tür Süd'],
    ['...', 'camera'],
    ['\u202eevil', 'evil'],
    ['x'.repeat(10_000), 'x'.repeat(60)],
  ])('is valid in every file system for %j', (name, expected) => expect(head(name)).toBe(expected));
});
