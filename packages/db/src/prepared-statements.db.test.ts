import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from './connect.ts';
import { createPool } from './create-pool.ts';
import { prepared } from './prepared-statements.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const statements = async () =>
  (await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(db)).rows;

describe('a marked statement', () => {
  it('is prepared once per connection and takes new values each time', async () => {
    const double = async (n: number) =>
      (await sql<{ twice: number }>`${prepared('double')} select ${n}::int * 2 as twice`.execute(db)).rows[0]?.twice;
    expect([await double(2), await double(21)]).toEqual([4, 42]);
    expect(await statements()).toEqual([{ name: expect.stringMatching(/^double-/) }]);
  });

  it('may have more than one text', async () => {
    const sum = async (...terms: number[]) =>
      (
        await sql<{ total: number }>`${prepared('sum')} select ${sql.join(
          terms.map((term) => sql`${term}::int`),
          sql` + `,
        )} as total`.execute(db)
      ).rows[0]?.total;
    expect([await sum(1, 2), await sum(1, 2, 3), await sum(4, 5)]).toEqual([3, 6, 9]);
    expect((await statements()).filter(({ name }) => name.startsWith('sum-'))).toHaveLength(2);
  });

  it('works within a transaction and after an error in one', async () => {
    const divide = (conn: typeof db, by: number) => sql`${prepared('divide')} select 1 / ${by}::int`.execute(conn);
    await expect(db.transaction().execute((tx) => divide(tx as never, 0))).rejects.toThrow('division by zero');
    await db.transaction().execute((tx) => divide(tx as never, 1));
    await expect(divide(db, 0)).rejects.toThrow('division by zero');
  });
});

it('leaves other statements unnamed', async () => {
  await sql`select 1`.execute(db);
  expect((await statements()).map(({ name }) => name)).not.toContain('');
  expect(await statements()).toHaveLength(4);
});
