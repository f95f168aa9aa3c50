import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readImports } from './layers/read-imports.ts';

const root = dirname(import.meta.dirname);

/** Where an import of ours leads; the name itself for everything else. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, name = '', entry = 'index'] = /^@holdfast\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return name === '' ? specifier : join(root, 'packages', name, 'src', `${entry}.ts`);
}

function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!existsSync(file)) return seen;
  for (const specifier of readImports(readFileSync(file, 'utf8'))) loadedBy(targetOf(file, specifier), seen);
  return seen;
}

it('the launcher, which only waits, loads neither the query builder nor the rules nor the repositories', () => {
  const loaded = [...loadedBy(join(root, 'apps/launcher/src/main.ts'))].map((file) => file.replace(`${root}/`, ''));
  expect(loaded).toContain('packages/db/src/migrate.ts');
  expect(loaded.filter((file) => /^kysely|^packages\/(domain|contract|media)\/|\/repositories\//.test(file))).toEqual(
    [],
  );
});
