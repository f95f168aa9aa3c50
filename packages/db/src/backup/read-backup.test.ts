import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END_OF_ROWS, jsonLine } from './backup-format.ts';
import { BackupRefused } from './backup-refused.ts';
import { type BackupPart, readBackup } from './read-backup.ts';
import { testFolder } from './test-folder.ts';
import { verifyBackup } from './verify-backup.ts';

const inFolder = testFolder();

const header = {
  product: 'holdfast',
  format: 1,
  taken_at: '2026-11-15T12:00:00.000Z',
  migrations: [{ name: '0001_a.sql', checksum: 'c' }],
};
const rowsOfA = Buffer.from('1\tone\\n\\\\.\n2\t\\N\n{"table":"b"}\t\n');
const body = Buffer.concat([
  jsonLine(header),
  jsonLine({ table: 'a', columns: ['id', 'name'] }),
  rowsOfA,
  END_OF_ROWS,
  jsonLine({ table: 'b', columns: ['id'] }),
  END_OF_ROWS,
  jsonLine({ sequences: [{ name: 'a_seq', last_value: '7', is_called: true }] }),
]);
const sealed = (contents: Buffer, rows = { a: 3, b: 0 }) =>
  Buffer.concat([contents, jsonLine({ rows, sha256: createHash('sha256').update(contents).digest('hex') })]);
const whole = gzipSync(sealed(body));

const partsOf = async (bytes: Buffer): Promise<BackupPart[]> => {
  const path = inFolder('some.gz');
  await writeFile(path, bytes);
  const parts: BackupPart[] = [];
  for await (const part of readBackup(path)) parts.push(part);
  return parts;
};
const refusalOf = async (bytes: Buffer): Promise<BackupRefused> => {
  const refusal = await partsOf(bytes).catch((err: unknown) => err);
  expect(refusal).toBeInstanceOf(BackupRefused);
  return refusal as BackupRefused;
};

describe('reading a backup', () => {
  it('gives its parts in order, with the rows untouched', async () => {
    const parts = await partsOf(whole);
    expect(parts.map(({ kind }) => kind)).toEqual([
      'header',
      'table',
      'rows',
      'end-of-rows',
      'table',
      'end-of-rows',
      'sequences',
      'end',
    ]);
    expect(parts[2]).toEqual({ kind: 'rows', bytes: rowsOfA });
    expect(parts[3]).toEqual({ kind: 'end-of-rows', rows: 3 });
  });

  it('holds blocks and not tables in memory', async () => {
    const many = Buffer.from(Array.from({ length: 200_000 }, (_, n) => `${n}\trow\n`).join(''));
    const contents = Buffer.concat([
      jsonLine(header),
      jsonLine({ table: 'a', columns: ['id', 'name'] }),
      many,
      END_OF_ROWS,
      jsonLine({ sequences: [] }),
    ]);
    const path = inFolder('many.gz');
    await writeFile(
      path,
      gzipSync(
        Buffer.concat([
          contents,
          jsonLine({ rows: { a: 200_000 }, sha256: createHash('sha256').update(contents).digest('hex') }),
        ]),
      ),
    );
    const pieces: Buffer[] = [];
    for await (const part of readBackup(path)) if (part.kind === 'rows') pieces.push(part.bytes);
    expect(Buffer.concat(pieces).equals(many)).toBe(true);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  });

  it('refuses a truncated file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        expect((await refusalOf(whole.subarray(0, length))).fault).toBe('damaged');
      }),
      { numRuns: 30 },
    );
  });

  it('refuses a file that was recompressed without its end', async () => {
    const contents = sealed(body);
    for (let cut = contents.indexOf(10) + 1; cut < contents.length; cut = contents.indexOf(10, cut) + 1)
      expect((await refusalOf(gzipSync(contents.subarray(0, cut)))).message).toMatch(/its end is missing/);
  });

  it('detects any flipped bit in the contents', async () => {
    const original = await partsOf(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
        const flipped = Buffer.from(whole);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        // Some bits of gzip's own header do not affect the contents.
        const outcome = await partsOf(flipped).catch((err: unknown) => err);
        if (!(outcome instanceof BackupRefused)) expect(outcome).toEqual(original);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses contents that were changed and recompressed', async () => {
    const contents = sealed(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(contents.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(contents);
        changed[at] = (changed[at] ?? 0) ^ mask;
        const outcome = await partsOf(gzipSync(changed)).catch((err: unknown) => err);
        // Upper case in the trailer's field names or spaces in its JSON may leave it equal, but never the rows.
        if (!(outcome instanceof BackupRefused)) expect(outcome).toEqual(await partsOf(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses any garbage', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, packed) => {
        await refusalOf(packed ? gzipSync(bytes) : Buffer.from(bytes));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['something after its end', gzipSync(Buffer.concat([sealed(body), jsonLine({})])), /something unknown/],
    [
      'row counts that are not those of the rows',
      gzipSync(sealed(body, { a: 2, b: 1 })),
      /changed since it was written/,
    ],
    [
      'another product',
      gzipSync(sealed(Buffer.from(body.toString().replace('holdfast', 'other')))),
      /does not begin like one/,
    ],
    [
      'a newer format',
      gzipSync(sealed(Buffer.from(body.toString().replace('"format":1', '"format":2')))),
      /newer version of Holdfast \(format 2\)/,
    ],
    ['no contents at all', Buffer.alloc(0), /its end is missing/],
  ])('refuses %s', async (_title, bytes, sentence) => {
    const { message } = await refusalOf(bytes);
    expect(message).toMatch(sentence);
  });

  it('reports a missing file, and a folder', async () => {
    await expect(verifyBackup(inFolder('none.gz'))).rejects.toThrow(/There is no file/);
    await mkdir(inFolder('folder'));
    await expect(verifyBackup(inFolder('folder'))).rejects.toThrow(/cannot be read/);
    expect(existsSync(inFolder('none.gz'))).toBe(false);
  });
});
