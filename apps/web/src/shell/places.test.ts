import { describe, expect, it } from 'vitest';
import { placeAt, placesFor } from './places.ts';

describe('the place of a path', () => {
  it.each([
    ['/policies', 'admin'],
    ['/policies/123', 'admin'],
    ['/cameras/new', 'admin'],
    ['/cameras/123', undefined],
    ['/playback', 'playback'],
    ['/exports', 'export'],
    ['/account', undefined],
    ['/events', undefined],
    ['/events/review', 'clips'],
    ['/policiesandmore', undefined],
  ])('%s requires %s', (pathname, needs) => expect(placeAt(pathname)?.needs).toBe(needs));
});

describe('the menu', () => {
  const paths = (capabilities: Parameters<typeof placesFor>[0]['capabilities'], plates_enabled: boolean) =>
    placesFor({ capabilities, plates_enabled }).map(({ to }) => to);

  it('has plates only while they are enabled', () => {
    expect(paths(['view_plates'], true)).toContain('/plates');
    expect(paths(['admin'], true)).toContain('/plates');
    expect(paths(['admin'], false)).not.toContain('/plates');
    expect(paths(['playback'], false)).not.toContain('/plates');
  });

  it('has the settings of plates for administrators, who turn them on there', () => {
    expect(paths(['admin'], false)).toContain('/plate-settings');
    expect(paths(['view_plates'], true)).not.toContain('/plate-settings');
  });
});
