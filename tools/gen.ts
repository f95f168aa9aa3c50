// Prints every generated file from a temporary database.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import pg from 'pg';
import { generatedFiles } from './gen/generated-files.ts';

const root = join(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'holdfast-gen-'));
// The database may run as another user, who must be able to pass through.
await chmod(folder, 0o711);
const log = createLogger({ name: 'gen', level: 'warn' });
const server = await startEmbeddedPostgres({ dataDir: folder, log, durable: false });
try {
  await migrate({ connectionString: server.connectionString });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    for (const [path, text] of Object.entries(await generatedFiles(client))) {
      await writeFile(join(root, path), text);
      console.log(path);
    }
  } finally {
    await client.end();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
