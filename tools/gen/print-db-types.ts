import type pg from 'pg';
import { refinedColumns, typeSources } from './refined-columns.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  generated: boolean;
}

const CATALOGUE = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
         not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as defaulted,
         a.attgenerated <> '' or a.attidentity = 'a' as generated
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'v', 'p') and not c.relispartition and c.relname <> 'schema_migration'
     and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attname`;

const SCALARS: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  bit: 'string',
  'timestamp with time zone': 'Timestamp',
  jsonb: 'Json<unknown>',
};

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);

function scalar(type: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : undefined;
  const known = SCALARS[element ?? type];
  if (known === undefined) throw new Error(`no TypeScript type is known for the column type ${type}`);
  return element === undefined ? known : `${known}[]`;
}

function property({ table, column, type, nullable, defaulted, generated }: Column): string {
  const plain = refinedColumns[`${table}.${column}`] ?? scalar(type);
  const value = nullable ? `${plain} | null` : plain;
  const wrapped = generated ? `GeneratedAlways<${value}>` : defaulted ? `Generated<${value}>` : value;
  return `  ${camel(column)}: ${wrapped};`;
}

const importsFor = (text: string): string[] =>
  Object.entries(typeSources).map(([source, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return `import type { ${used.join(', ')} } from '${source}';`;
  });

/** The schema as Kysely sees it, from a freshly migrated database. */
export async function printDbTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(CATALOGUE);
  const tables = [...new Set(rows.map(({ table }) => table))];
  const interfaces = tables.map((table) => {
    const properties = rows.filter((row) => row.table === table).map(property);
    return `export interface ${pascal(table)} {\n${properties.join('\n')}\n}\n`;
  });
  return [
    '// Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.',
    ...importsFor(interfaces.join('')),
    '',
    ...interfaces,
    `export interface DB {\n${tables.map((table) => `  ${camel(table)}: ${pascal(table)};`).join('\n')}\n}\n`,
  ].join('\n');
}
