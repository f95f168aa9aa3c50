import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './line-splitter.ts';

function linesOf(chunks: readonly Uint8Array[], maxLength = 1024): string[] {
  const lines: string[] = [];
  const splitter = splitLines({ maxLength, onLine: (line) => lines.push(line) });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

describe('line splitter', () => {
  it('returns the same lines however the bytes are split', () => {
    const cuts = fc.array(fc.nat(40), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 })), cuts, (words, points) => {
        const lines = words.map((word) => word.replaceAll(/[\r\n]/g, '')).filter((word) => word !== '');
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const at = [0, ...points.map((p) => Math.min(p, bytes.length)).sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
        expect(linesOf(chunks)).toEqual(lines);
      }),
    );
  });

  it('truncates an endless line after its last complete word, so that part of a URL is never shown', () => {
    const flood = Buffer.from(`failed for rtsp://user:${'x'.repeat(5000)}@host\nnext\n`);
    expect(linesOf([flood], 64)).toEqual(['failed for …', 'next']);
  });

  it('holds no more than one line of a stream without line ends', () => {
    const chunks = Array.from({ length: 200 }, () => Buffer.alloc(65_536, 'a'));
    expect(linesOf(chunks)).toEqual([' …']);
  });
});
