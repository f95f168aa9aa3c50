import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksumOf, type Migration, planMigrations, readMigrations } from './migrations.ts';

const migration = (name: string, sql = name): Migration => ({ name, sql, checksum: checksumOf(sql) });
const known = [migration('0001_a.sql'), migration('0002_b.sql')];

describe('the plan of a migration', () => {
  it('applies what is not applied yet, in order', () => {
    expect(planMigrations(known, [])).toEqual({ kind: 'apply', pending: known });
    expect(planMigrations(known, known.slice(0, 1))).toEqual({ kind: 'apply', pending: known.slice(1) });
    expect(planMigrations(known, known)).toEqual({ kind: 'apply', pending: [] });
  });

  it.each([
    [
      'a newer database',
      [...known, migration('0003_c.sql')],
      /newer than this version of Holdfast \(it has 0003_c.sql\)/,
    ],
    ['a changed migration', [migration('0001_a.sql', 'other')], /0001_a.sql differs .*put the original file back/],
    [
      'the history of another program',
      [migration('0001_x.sql')],
      /built with 0001_x.sql where this version .* 0001_a.sql/,
    ],
    ['a gap in the history', known.slice(1), /built with 0002_b.sql/],
  ])('refuses %s', (_title, applied, reason) => {
    expect(planMigrations(known, applied)).toEqual({ kind: 'refuse', reason: expect.stringMatching(reason) });
  });
});

describe('the folder of migrations', () => {
  it('is read in order of the numbers, ignoring other files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-migrations-'));
    try {
      for (const name of ['0010_b.sql', '0002_a.sql', '0003_a.sql~', 'notes.md', '1_a.sql'])
        writeFileSync(join(folder, name), 'select 1;');
      expect((await readMigrations(folder)).map(({ name }) => name)).toEqual(['0002_a.sql', '0010_b.sql']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('numbers ours from one, without gaps or duplicates', async () => {
    const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('gives the same checksum whichever line endings a checkout has', () => {
    expect(checksumOf('a;\r\nb;\r\n')).toBe(checksumOf('a;\nb;\n'));
    expect(checksumOf('a;')).not.toBe(checksumOf('b;'));
  });
});
