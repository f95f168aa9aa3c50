import { describe, expect, it } from 'vitest';
import { isCharacterKey } from './single-keys.ts';

describe('a key of a single character', () => {
  it.each(['k', 'K', '1', ',', '?', '+', 'ß'])('is %s', (key) => expect(isCharacterKey(key)).toBe(true));
  it.each([' ', 'ArrowLeft', 'Home', 'Escape', 'PageUp', 'F1'])('is not %j', (key) =>
    expect(isCharacterKey(key)).toBe(false),
  );
});
