import { describe, expect, it } from 'vitest';
import { acceptsSource, engineOfSource, lprEnabled, lprEngines } from './engine.ts';

describe('camera engine', () => {
  it('mirrors enabled exactly when the native worker reads', () =>
    expect(lprEngines.map((engine) => [engine, lprEnabled(engine)])).toEqual([
      ['none', false],
      ['external', false],
      ['native-alpr', true],
      ['both', true],
    ]));

  it.each([
    ['none', 'external', false],
    ['none', 'native-alpr', false],
    ['external', 'external', true],
    ['external', 'garage-detector', true],
    ['external', 'native-alpr', false],
    ['native-alpr', 'external', false],
    ['native-alpr', 'garage-detector', false],
    ['native-alpr', 'native-alpr', true],
    ['both', 'external', true],
    ['both', 'garage-detector', true],
    ['both', 'native-alpr', true],
  ] as const)('%s and a read of %s: accepted is %s', (engine, source, accepted) =>
    expect(acceptsSource(engine, source)).toBe(accepted),
  );

  it('treats every source but the native one as the external detector', () =>
    expect(['native-alpr', 'external', 'x'].map(engineOfSource)).toEqual(['native-alpr', 'external', 'external']));
});
