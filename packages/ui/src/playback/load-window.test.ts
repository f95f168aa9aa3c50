import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asGrowing, isInLoadWindow, loadWindow } from './load-window.ts';

describe('the window of footage in a player', () => {
  it('contains the moment, some time before it and more after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 2e12 }), (atMs) => {
        const window = loadWindow(atMs);
        expect(isInLoadWindow(window, atMs)).toBe(true);
        expect(atMs - window.startMs).toBeGreaterThanOrEqual(10 * 60_000);
        expect(window.endMs - atMs).toBeGreaterThanOrEqual(40 * 60_000);
      }),
    );
  });

  it('excludes its end', () => {
    const window = loadWindow(1e12);
    expect([isInLoadWindow(window, window.startMs - 1), isInLoadWindow(window, window.endMs)]).toEqual([false, false]);
  });

  it('makes the player refresh a growing playlist', () => {
    const growing = asGrowing('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\na.m4s\n#EXT-X-ENDLIST\n');
    expect(growing).toContain('PLAYLIST-TYPE:EVENT');
    expect(growing).not.toContain('ENDLIST');
  });
});
