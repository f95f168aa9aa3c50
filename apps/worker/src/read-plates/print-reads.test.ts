import { describe, expect, it } from 'vitest';
import { plainText, readsTable } from './print-reads.ts';
import type { FileRead } from './read-file.ts';

const read = (file: string): FileRead => ({
  file,
  second: 1.25,
  plate: 'AB12CDE',
  plate_raw: 'AB12CDE',
  confidence: 0.97,
  bbox: [0, 0, 1, 1],
  frames: 3,
});

describe('reads for a terminal', () => {
  it('carry no control characters of a file name', () => {
    const table = readsTable([read('\u001b]0;title\u0007\u009b31mred\u202e.jpg')]);
    expect(table).toContain('?]0;title??31mred?.jpg  1.3     AB12CDE');
    expect(plainText('two\nlines.jpg')).toBe('two?lines.jpg');
  });

  it('are aligned in any number', () => {
    expect(readsTable(Array.from({ length: 200_000 }, () => read('a.jpg'))).split('\n')).toHaveLength(200_001);
  });
});
