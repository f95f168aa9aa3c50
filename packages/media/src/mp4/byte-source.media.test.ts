import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openByteSource } from './byte-source.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) >> 3));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-bytes-'));
  await writeFile(join(folder, 'file'), bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('returns any range of a file, in any order and past its end, even if earlier results were modified', async () => {
  const range = fc.record({ offset: fc.nat({ max: 110_000 }), length: fc.nat({ max: 20_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(range, { maxLength: 20 }), async (ranges) => {
      const opened = await openByteSource(join(folder, 'file'));
      if (opened.kind !== 'opened') throw new Error(opened.code);
      for (const { offset, length } of ranges) {
        const read = await opened.source.read(offset, length);
        expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
        read.fill(0);
      }
      await opened.close();
    }),
    { numRuns: 50 },
  );
});
