import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

export interface DatabaseFacts {
  version: string;
  migrations: string[];
  tables: { name: string; rows: number; bytes: number }[];
}

/** Facts about the database itself. Row counts are estimates, so that no table is read. */
export async function readDatabaseFacts(conn: Conn): Promise<DatabaseFacts> {
  const [version, migrations, tables] = await Promise.all([
    sql<{ version: string }>`select version()`.execute(conn),
    sql<{ name: string }>`select name from schema_migration order by name`.execute(conn),
    sql<{ name: string; rows: number; bytes: number }>`
      select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid) as bytes
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 3 desc, 1
    `.execute(conn),
  ]);
  return {
    version: version.rows[0]?.version ?? '',
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
  };
}
