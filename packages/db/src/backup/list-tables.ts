import pg from 'pg';
import type { BackupTable } from './backup-format.ts';

// The migration history is in the header. Tables of an extension are restored by creating the extension.
const TABLES = `
  select c.relname as table,
         array_agg(a.attname::text order by a.attnum) as columns,
         array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   group by c.oid, c.relname
   order by c.relname`;

interface TableFacts extends BackupTable {
  refers_to: string[];
}

/** Every table, each after those it refers to. */
export const listTables = async (client: pg.ClientBase): Promise<BackupTable[]> =>
  inForeignKeyOrder((await client.query<TableFacts>(TABLES)).rows).map(({ table, columns }) => ({ table, columns }));

export function inForeignKeyOrder<T extends { table: string; refers_to: readonly string[] }>(
  tables: readonly T[],
): T[] {
  const ordered: T[] = [];
  const waiting = new Map(tables.map((entry) => [entry.table, entry]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refers_to }) => !refers_to.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`these tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    ordered.push(...ready);
    for (const { table } of ready) waiting.delete(table);
  }
  return ordered;
}

export const qualifiedName = (name: string): string => `public.${pg.escapeIdentifier(name)}`;
export const columnList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ');
