import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asGrowing, isOnReel, reelWindow } from './reel-window.ts';

describe('the stretch laid into a player', () => {
  it('holds the moment, time before it, and a good while after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 2e12 }), (atMs) => {
        const window = reelWindow(atMs);
        expect(isOnReel(window, atMs)).toBe(true);
        expect(atMs - window.startMs).toBeGreaterThanOrEqual(10 * 60_000);
        expect(window.endMs - atMs).toBeGreaterThanOrEqual(40 * 60_000);
      }),
    );
  });

  it('ends where it ends', () => {
    const window = reelWindow(1e12);
    expect([isOnReel(window, window.startMs - 1), isOnReel(window, window.endMs)]).toEqual([false, false]);
  });

  it('is asked for again by the player while it grows', () => {
    const growing = asGrowing('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\na.m4s\n#EXT-X-ENDLIST\n');
    expect(growing).toContain('PLAYLIST-TYPE:EVENT');
    expect(growing).not.toContain('ENDLIST');
  });
});
