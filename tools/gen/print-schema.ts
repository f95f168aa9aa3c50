import type pg from 'pg';

const TABLES = `
  select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`;
const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         a.attgenerated as generated, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;
// Newer servers list not-null constraints by name; the columns already show them.
const CONSTRAINTS = `
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
   where conrelid = $1 and contype <> 'n' order by contype desc, conname`;
const INDEXES = `
  select pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
   order by c.relname`;
const TRIGGERS = `
  select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`;
const VIEWS = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind = 'v' order by c.relname`;
// Without the functions of extensions.
const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by p.proname, p.oid`;

interface Definition {
  name: string;
  definition: string;
}

interface ColumnRow {
  name: string;
  type: string;
  required: boolean;
  generated: string;
  identity: string;
  fallback: string | null;
}

function columnLine({ name, type, required, generated, identity, fallback }: ColumnRow): string {
  const value =
    generated !== '' ? ` generated always as (${fallback}) stored` : fallback === null ? '' : ` default ${fallback}`;
  return `  ${name} ${type}${required ? ' not null' : ''}${identity !== '' ? ' generated as identity' : ''}${value}`;
}

async function tableText(client: pg.ClientBase, table: { oid: number; name: string }): Promise<string> {
  const all = async <R extends pg.QueryResultRow>(sql: string) => (await client.query<R>(sql, [table.oid])).rows;
  const columns = (await all<ColumnRow>(COLUMNS)).map(columnLine);
  const constraints = (await all<Definition>(CONSTRAINTS)).map((row) => `  constraint ${row.name} ${row.definition}`);
  const rest = [...(await all<Definition>(INDEXES)), ...(await all<Definition>(TRIGGERS))].map(
    (row) => `${row.definition};\n`,
  );
  return `create table ${table.name} (\n${[...columns, ...constraints].join(',\n')}\n);\n${rest.join('')}`;
}

/** The whole schema after all migrations, for reading and review. */
export async function printSchema(client: pg.ClientBase): Promise<string> {
  const tables: string[] = [];
  for (const table of (await client.query<{ oid: number; name: string }>(TABLES)).rows)
    tables.push(await tableText(client, table));
  const views = (await client.query<Definition>(VIEWS)).rows.map(
    (row) => `create view ${row.name} as\n${row.definition}\n`,
  );
  const functions = (await client.query<Definition>(FUNCTIONS)).rows.map((row) => `${row.definition.trim()};\n`);
  return [
    '-- Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.\n',
    ...tables,
    ...views,
    ...functions,
  ].join('\n');
}
