import type pg from 'pg';

/** What a freshly migrated database has: its structure, the rows of its tables, the foreign keys among them. */
export interface Baseline {
  structure: string;
  /** Tables, each after those that it refers to. */
  tables: readonly string[];
  /** The rows of those tables that have any, as one JSON array. */
  rows: ReadonlyMap<string, string>;
  sequences: readonly string[];
}

/** Larger tables leave bloat and statistics behind that the next test would notice. */
const MAX_TABLE_BYTES = 1024 * 1024;

/** Changes with every column, index, constraint, trigger, function and right in the schema, and with gathered statistics. */
const STRUCTURE = `
  select md5(string_agg(part, ',' order by part)) as structure from (
    select format('%s %s %s %s %s', relname, relkind, relacl, reloptions, reltuples) as part
      from pg_class where relnamespace = 'public'::regnamespace
    union all select format('%s %s %s %s %s', attrelid, attname, atttypid, attnotnull, atthasdef)
      from pg_attribute where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select format('%s %s %s', conrelid, conname, contype) from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('%s %s %s %s', tgrelid, tgname, tgenabled, tgfoid) from pg_trigger where not tgisinternal
    union all select format('%s %s', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname::text from pg_namespace where nspname !~ '^pg_'
  ) parts`;

const structureOf = async (client: pg.Client): Promise<string> => (await client.query(STRUCTURE)).rows[0].structure;

const rowsOf = (table: string) => `(select jsonb_agg(t order by t::text)::text from "${table}" t)`;

export async function readBaseline(client: pg.Client): Promise<Baseline> {
  const kind = (letter: string) =>
    client.query(
      `select relname as name from pg_class where relkind = '${letter}' and relnamespace = 'public'::regnamespace`,
    );
  const names: string[] = (await kind('r')).rows.map(({ name }) => name);
  const { rows: keys } = await client.query(
    `select r.relname as of, f.relname as to from pg_constraint c
       join pg_class r on r.oid = conrelid join pg_class f on f.oid = confrelid where contype = 'f' and conrelid <> confrelid`,
  );
  const { rows } = await client.query(`select ${names.map((name) => `${rowsOf(name)} as "${name}"`).join(', ')}`);
  return {
    structure: await structureOf(client),
    tables: inOrder(names, keys),
    rows: new Map(
      Object.entries<string | null>(rows[0]).flatMap(([name, json]) => (json === null ? [] : [[name, json]])),
    ),
    sequences: (await kind('S')).rows.map(({ name }) => name),
  };
}

function inOrder(names: readonly string[], keys: readonly { of: string; to: string }[]): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { of, to } of keys) if (of === name) add(to);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
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
  const changed = await changedTables(client, { tables, rows });
  if (changed.some(({ bytes }) => bytes > MAX_TABLE_BYTES)) return false;
  const names = changed.map(({ name }) => name);
  const triggers = (verb: 'disable' | 'enable') => names.map((name) => `alter table "${name}" ${verb} trigger user`);
  const filled = names.flatMap((name) => {
    const json = rows.get(name);
    const from = `jsonb_populate_recordset(null::"${name}", '${json?.replaceAll("'", "''")}')`;
    return json === undefined ? [] : [`insert into "${name}" overriding system value select * from ${from}`];
  });
  const statements = [
    'begin',
    // Some notify, some refuse deletions.
    ...triggers('disable'),
    ...names.toReversed().map((name) => `delete from "${name}"`),
    ...filled,
    // Runs deferred constraints now: a table with pending checks cannot be altered.
    'set constraints all immediate',
    ...triggers('enable'),
    ...sequences.map((name) => `select setval('"${name}"', 1, false)`),
    'commit',
  ];
  await client.query(statements.join(';\n'));
  return true;
}

/** In the order of `tables`. */
async function changedTables(client: pg.Client, { tables, rows }: Pick<Baseline, 'tables' | 'rows'>) {
  const isChanged = tables.map((name) => {
    const json = rows.get(name);
    if (json === undefined) return `exists (select from "${name}")`;
    return `${rowsOf(name)} is distinct from '${json.replaceAll("'", "''")}'`;
  });
  const { rows: found } = await client.query(
    tables
      .map(
        (name, i) =>
          `select ${i} as at, '${name}' as name, pg_relation_size('"${name}"') as bytes where ${isChanged[i]}`,
      )
      .join(' union all '),
  );
  return found
    .map(({ at, name, bytes }) => ({ at: Number(at), name: String(name), bytes: Number(bytes) }))
    .sort((one, other) => one.at - other.at);
}
