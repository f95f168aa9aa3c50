import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@holdfast/testkit';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '..', '..');

it('every generated file is the one that would be printed today', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const printed = await generatedFiles(client);
    expect(Object.keys(printed).length).toBeGreaterThan(0);
    for (const [path, text] of Object.entries(printed))
      expect(await readFile(join(root, path), 'utf8'), `${path} is out of date: run npm run gen and commit it`).toBe(
        text,
      );
  } finally {
    await client.end();
    await database.drop();
  }
});
