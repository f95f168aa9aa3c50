import { describe, expect, it } from 'vitest';
import { kioskAddress, readLiveSearch } from './live-search.ts';

describe('the address of the live wall', () => {
  it.each([
    [{}, {}],
    [
      { view: 'a', camera: 'b', other: 'c' },
      { view: 'a', camera: 'b' },
    ],
    [
      { group: 'g', camera: 'b' },
      { group: 'g', camera: 'b' },
    ],
    [{ group: 'g', view: 'a' }, { group: 'g' }],
    [{ group: 7, view: 'a' }, { view: 'a' }],
    [{ kiosk: 1 }, { kiosk: true }],
    [
      { kiosk: '1', patrol: '30' },
      { kiosk: true, patrol: 30 },
    ],
    [{ kiosk: 'no', patrol: 'fast' }, {}],
    [{ patrol: 1 }, {}],
    [{ patrol: 1e9 }, {}],
    [{ patrol: Number.NaN, view: 7 }, {}],
  ])('%j is read as %j', (search, expected) => expect(readLiveSearch(search)).toEqual(expected));

  it('of a monitor of its own holds view or group, camera and patrol', () => {
    expect(kioskAddress({ view: 'a b', camera: 'c', patrol: 30 })).toBe('/ui/live?view=a+b&camera=c&patrol=30&kiosk=1');
    expect(kioskAddress({ group: 'g' })).toBe('/ui/live?group=g&kiosk=1');
    expect(kioskAddress({})).toBe('/ui/live?kiosk=1');
  });
});
