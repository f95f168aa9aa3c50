import { API_VERSION, printOpenapi, routes } from '@holdfast/contract';
import type pg from 'pg';
import { printDbTypes } from './print-db-types.ts';
import { printSchema } from './print-schema.ts';

/** Every file that is printed and committed, by its path in the repository. The tests print them again and compare. */
export async function generatedFiles(client: pg.ClientBase): Promise<Record<string, string>> {
  return {
    'packages/contract/openapi.json': `${JSON.stringify(printOpenapi(routes, API_VERSION), null, 2)}\n`,
    'packages/db/src/generated.ts': await printDbTypes(client),
    'packages/db/schema.sql': await printSchema(client),
  };
}
