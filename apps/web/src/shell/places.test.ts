import { describe, expect, it } from 'vitest';
import { placeAt } from './places.ts';

describe('the place of a path', () => {
  it.each([
    ['/policies', 'admin'],
    ['/policies/123', 'admin'],
    ['/cameras/new', 'admin'],
    ['/cameras/123', undefined],
    ['/playback', 'playback'],
    ['/exports', 'export'],
    ['/account', undefined],
    ['/policiesandmore', undefined],
  ])('%s requires %s', (pathname, needs) => expect(placeAt(pathname)?.needs).toBe(needs));
});
