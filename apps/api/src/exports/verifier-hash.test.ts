import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';

interface Hash {
  update(bytes: Uint8Array): void;
  hex(): string;
}

/** The part of the page's script that hashes large files; it needs no browser. */
function createSha256(): Hash {
  const script = readFileSync(join(import.meta.dirname, 'verifier', 'verify.js'), 'utf8');
  const part = script.slice(script.indexOf('const ROUNDS'), script.indexOf('/** Up to this size'));
  return (new Function(`${part}; return createSha256();`) as () => Hash)();
}

it('computes SHA-256 incrementally, for any chunk sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), (pieces) => {
      const hash = createSha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.hex()).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'));
    }),
    { numRuns: 60 },
  );
});
