import { readFileSync } from 'node:fs';
import { integer, secret } from '@holdfast/kit';
import { describe, expect, it } from 'vitest';
import { contradictionsIn, renderEnvReference } from './env-reference.ts';
import { envReferencePath, readEnvSchemas } from './read-env-schemas.ts';

describe('the reference of the environment', () => {
  it('matches the schemas of the processes; after a change run: node tools/print-env-docs.ts', async () => {
    expect(readFileSync(envReferencePath, 'utf8')).toBe(renderEnvReference(await readEnvSchemas()));
  });

  it('has one meaning and one default for each key in all processes', async () => {
    expect(contradictionsIn(await readEnvSchemas())).toEqual([]);
  });

  it('shows defaults, file forms and readers', () => {
    const PORT = integer({ describe: 'Port | of it', fallback: 80, min: 1 });
    const KEY = secret({ describe: 'Key', minBytes: 32 });
    const page = renderEnvReference([
      { process: 'api', fields: { PORT, KEY } },
      { process: 'recorder', fields: { PORT } },
    ]);
    expect(page).toContain('| `KEY`, `KEY_FILE` | none | at least 32 bytes | api | Key |\n');
    expect(page).toContain('| `PORT` | `80` | a whole number from 1 | api, recorder | Port \\| of it |\n');
  });

  it('detects contradicting processes', () => {
    const one = { PORT: integer({ describe: 'Port', fallback: 80 }) };
    const other = { PORT: integer({ describe: 'Port', fallback: 81 }) };
    expect(
      contradictionsIn([
        { process: 'a', fields: one },
        { process: 'b', fields: other },
      ]),
    ).toEqual(['PORT differs between a and b']);
  });
});
