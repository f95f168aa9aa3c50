import { describe, expect, it } from 'vitest';
import { isCameraFolder, isDayFolder, readFootageName } from './footage-path.ts';

describe('names in a storage', () => {
  it.each([
    ['20261115T120000Z.mp4', 'segment'],
    ['20261115T120000Z-r1.mp4', 'sibling'],
    ['20261116T120000Z.mp4', 'foreign'],
    ['20261115T250000Z.mp4', 'foreign'],
    ['20261115T120000Z.mp4.part', 'foreign'],
    ['20261115t120000z.mp4', 'foreign'],
    ['..', 'foreign'],
  ])('%s in a day folder is classified as %s', (name, kind) => {
    expect(readFootageName(name, '20261115').kind).toBe(kind);
  });

  it('are folders of days only when the day exists', () => {
    expect(['20261115', '20260230', '2026111', 'lost+found'].map(isDayFolder)).toEqual([true, false, false, false]);
  });

  it('are folders of cameras only when they are ids', () => {
    expect(isCameraFolder('1b4e28ba-2fa1-41d2-883f-0016d3cca427')).toBe(true);
    expect(['.spool', '.quarantine', 'photos', '1B4E28BA-2FA1-41D2-883F-0016D3CCA427'].some(isCameraFolder)).toBe(
      false,
    );
  });
});
