import pg from 'pg';

/** Every column of every table as text, for tests that look for what must not be stored. */
export async function databaseText(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select query_to_xml(format('select * from %I', table_name), true, true, '')::text as content
         from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    return rows.map(({ content }) => content).join('\n');
  } finally {
    await client.end();
  }
}
