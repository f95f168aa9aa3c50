import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DB } from './generated.ts';
import { withPreparedStatements } from './prepared-statements.ts';

export type Database = Kysely<DB>;
/** The connection of a repository function: the database, or a transaction of the caller. */
export type Conn = Kysely<DB> | Transaction<DB>;

export const connect = (pool: pg.Pool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
