import type pg from 'pg';

/** The contents of a freshly migrated database. */
export interface Baseline {
  structure: string;
  tables: readonly string[];
  /** The rows of those tables that have any, as one JSON array. */
  rows: ReadonlyMap<string, string>;
  sequences: readonly string[];
}

/** Larger tables leave bloat and statistics behind that the next test would notice. */
const MAX_TABLE_BYTES = 1024 * 1024;

/**
 * Changes with every column, index, constraint, trigger, function and right in the schema, because the catalog's rows then come
 * from another transaction, and with gathered statistics. What PostgreSQL itself has is below 16384. It is most of what a reset
 * costs, so the connection keeps its plan.
 */
const STRUCTURE = `
  select md5(string_agg(part, ',' order by part)) as structure from (
    select format('class %s %s %s', count(*), sum(hashxid(xmin)::int8), sum(reltuples)) as part
      from pg_class where relnamespace = 'public'::regnamespace
    union all select format('attribute %s %s', count(*), sum(hashxid(xmin)::int8))
      from pg_attribute where attrelid >= 16384
    union all select format('constraint %s %s', count(*), sum(hashxid(xmin)::int8))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('trigger %s %s', count(*), sum(hashxid(xmin)::int8)) from pg_trigger where not tgisinternal
    union all select format('function %s %s', count(*), sum(hashxid(xmin)::int8))
      from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname::text from pg_namespace where nspname !~ '^pg_'
  ) parts`;

const structureOf = async (client: pg.Client): Promise<string> =>
  (await client.query({ name: 'structure', text: STRUCTURE })).rows[0].structure;

const rowsOf = (table: string) => `(select jsonb_agg(t order by t::text)::text from "${table}" t)`;

export async function readBaseline(client: pg.Client): Promise<Baseline> {
  const kind = async (letter: string): Promise<string[]> => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relkind = '${letter}' and relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  };
  const tables = await kind('r');
  const { rows } = await client.query(`select ${tables.map((name) => `${rowsOf(name)} as "${name}"`).join(', ')}`);
  return {
    structure: await structureOf(client),
    tables,
    rows: new Map(
      Object.entries<string | null>(rows[0]).flatMap(([name, json]) => (json === null ? [] : [[name, json]])),
    ),
    sequences: await kind('S'),
  };
}

/**
 * Gives every table its first rows again, and the sequences their first numbers; false if this database is to be dropped
 * instead, because a test changed its structure or filled it with many rows.
 */
export async function resetDatabase(
  client: pg.Client,
  { structure, tables, rows, sequences }: Baseline,
): Promise<boolean> {
  if ((await structureOf(client)) !== structure) return false;
  const written = await writtenTables(client, tables);
  if (written.some(({ bytes }) => bytes > MAX_TABLE_BYTES)) return false;
  const changed = await changedTables(client, { written, rows });
  const filled = changed.flatMap((name) => {
    const json = rows.get(name);
    const from = `jsonb_populate_recordset(null::"${name}", '${json?.replaceAll("'", "''")}')`;
    return json === undefined ? [] : [`insert into "${name}" overriding system value select * from ${from}`];
  });
  const statements = [
    'begin',
    // No trigger runs: some notify, some refuse deletions, and keys may be broken until the end. To disable the triggers instead
    // would alter the tables, and every connection would plan its statements anew.
    'set local session_replication_role = replica',
    ...changed.map((name) => `delete from "${name}"`),
    ...filled,
    ...sequences.map((name) => `select setval('"${name}"', 1, false)`),
    'commit',
  ];
  await client.query(statements.join(';\n'));
  return true;
}

interface Written {
  name: string;
  bytes: number;
}

/** Tables that ever had a row; those without any pages cannot have changed. */
async function writtenTables(client: pg.Client, tables: readonly string[]): Promise<Written[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relname = any ($1) and pg_relation_size(oid) > 0`,
    [tables],
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

async function changedTables(
  client: pg.Client,
  { written, rows }: { written: readonly Written[]; rows: Baseline['rows'] },
): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string }>(
    written
      .map(({ name }) => {
        const json = rows.get(name);
        const isChanged =
          json === undefined
            ? `exists (select from "${name}")`
            : `${rowsOf(name)} is distinct from '${json.replaceAll("'", "''")}'`;
        return `select '${name}' as name where ${isChanged}`;
      })
      .join(' union all '),
  );
  return found.map(({ name }) => name);
}
