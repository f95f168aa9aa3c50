import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTestFile } from '../layers/rules.ts';
import { affectedTests } from './affected-tests.ts';
import { readSourceGraph } from './source-graph.ts';

const files = {
  'packages/kit/src/index.ts': `
    import { inner } from './inner.ts';
    export { a } from './a.ts';
    export * from './b.ts';
    export { c as sea } from './c.ts';
    export * from './list.ts';
    export const own = inner;`,
  'packages/kit/src/a.ts': `import { deep } from './deep.ts';\nexport const a = deep;`,
  'packages/kit/src/deep.ts': `export const deep = 1;`,
  'packages/kit/src/b.ts': `export const b = 1;\nexport interface Config {}`,
  'packages/kit/src/c.ts': `export const c = 1;`,
  'packages/kit/src/inner.ts': `export const inner = 1;`,
  'packages/kit/src/list.ts': `export * from './further-list.ts';\nexport { e } from './e.ts';`,
  'packages/kit/src/further-list.ts': `export { d } from './d.ts';`,
  'packages/kit/src/d.ts': `export const d = 1;`,
  'packages/kit/src/e.ts': `const e = 1;\nexport { e };`,
  'packages/kit/src/server.ts': `export { b } from './b.ts';`,
  'packages/kit/src/a.test.ts': `import { a } from './a.ts';`,
  'packages/kit/src/uses-entry.test.ts': `import { d } from './index.ts';`,
  'packages/kit/models/numbers.bin': '',
  'packages/toy-hub/src/index.ts': `export { toy } from './toy.ts';\nexport { other } from './other.ts';`,
  'packages/toy-hub/src/toy.ts': `export const toy = 1;`,
  'packages/toy-hub/src/other.ts': `export const other = 1;`,
  'packages/testkit/src/index.ts': `export { fake } from './fake.ts';`,
  'packages/testkit/src/fake.ts': `export const fake = 1;`,
  'packages/testkit/src/patience.ts': `export const PATIENCE_MS = 1;`,
  'packages/testkit/src/test-postgres.ts': `import { start } from '@holdfast/db';`,
  'packages/db/src/index.ts': `export { start } from './start.ts';`,
  'packages/db/src/start.ts': `import { b } from '@holdfast/kit/server';\nexport const start = b;`,
  'packages/db/migrations/0001_x.sql': '',
  'packages/db/src/migrate.ts': '',
  'packages/db/src/migrate.db.test.ts': `import './migrate.ts';`,
  'apps/api/src/uses-a.test.ts': `import { a } from '@holdfast/kit';`,
  'apps/api/src/uses-b.test.ts': `import { type Config, b as renamed } from '@holdfast/kit';`,
  'apps/api/src/uses-c.test.ts': `import { sea } from '@holdfast/kit';`,
  'apps/api/src/uses-d.test.ts': `import { d } from '@holdfast/kit';`,
  'apps/api/src/uses-e.test.ts': `import { e } from '@holdfast/kit';`,
  'apps/api/src/uses-own.test.ts': `import { own } from '@holdfast/kit';`,
  'apps/api/src/uses-all.test.ts': `import * as kit from '@holdfast/kit';`,
  'apps/api/src/uses-toy.test.ts': `import { toy } from '@holdfast/toy-hub';`,
  'apps/api/src/uses-support.test.ts': `import './test-support.ts';`,
  'apps/api/src/test-support.ts': `import { fake } from '@holdfast/testkit';`,
  'apps/api/src/loads-later.test.ts': `import { toy } from '@holdfast/toy-hub';\nawait import('@holdfast/toy-hub');`,
  'apps/api/src/exports/spawns.media.test.ts': `spawn(join(here, '..', 'server.py'));`,
  'apps/api/src/exports/chooses.test.ts': `spawn(join(here, \`\${command}-cli.ts\`));`,
  'apps/api/src/exports/make-cli.ts': '',
  'apps/api/src/exports/page/page.js': '',
  'apps/api/src/exports/page.ts': `export const page = read('page', name);`,
  'apps/api/src/exports/page.test.ts': `import './page.ts';`,
  'apps/api/src/reads-ops.test.ts': `read(\`../../../ops/\${name}.Dockerfile\`);`,
  'apps/api/src/searches.test.ts': `globSync('**/*.ts');`,
  'apps/api/src/server.py': '',
  'ops/api.Dockerfile': '',
  'e2e/product.e2e.test.ts': `import './support.ts';`,
  'e2e/other.product.test.ts': '',
  'e2e/support.ts': '',
  'tools/check-docs.test.ts': '',
  'vitest.config.ts': `
    import './packages/testkit/src/patience.ts';
    const postgres = 'packages/testkit/src/test-postgres.ts';`,
};
const tests = Object.keys(files).filter((file) => file.endsWith('.test.ts'));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-affected-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const inApi = (...names: string[]) => names.map((name) => `apps/api/src/${name}.test.ts`);
const inKit = (...names: string[]) => names.map((name) => `packages/kit/src/${name}.test.ts`);
/** Besides the tests of the product and those that read the repository, which every change of the product affects. */
const affectedBy = (...changed: string[]) =>
  [...affectedTests(root, changed)].filter((file) => !always.includes(file)).sort();
const always = ['apps/api/src/searches.test.ts', 'tools/check-docs.test.ts', 'e2e/other.product.test.ts'];
const ofProduct = ['e2e/product.e2e.test.ts'];
const withDatabase = ['apps/api/src/exports/spawns.media.test.ts', ...ofProduct, 'packages/db/src/migrate.db.test.ts'];

describe('a change affects', () => {
  it('the tests that import the file, directly or through others', () => {
    expect(affectedBy('packages/kit/src/a.ts')).toEqual([...inApi('uses-a', 'uses-all'), ...ofProduct, ...inKit('a')]);
    expect(affectedBy('packages/kit/src/deep.ts')).toEqual(affectedBy('packages/kit/src/a.ts'));
    expect(affectedBy('packages/kit/src/a.test.ts')).toEqual(inKit('a'));
  });

  it.each([
    ['by its name', 'packages/kit/src/a.ts', ['uses-a', 'uses-all']],
    ['under another name', 'packages/kit/src/c.ts', ['uses-all', 'uses-c']],
    ['from a list of a list', 'packages/kit/src/d.ts', ['uses-all', 'uses-d']],
    ['exported apart from its definition', 'packages/kit/src/e.ts', ['uses-all', 'uses-e']],
    ['from a package with a dash in its name', 'packages/toy-hub/src/toy.ts', ['loads-later', 'uses-toy']],
    ['together with the rest of the package', 'packages/toy-hub/src/other.ts', ['loads-later']],
  ])('what takes it from a package, %s', (_title, changed, expected) => {
    expect(affectedBy(changed).filter((file) => file.startsWith('apps/'))).toEqual(inApi(...expected));
  });

  it('everything that uses a list, when the list changes or needs the file for something of its own', () => {
    const ofKit = inApi('uses-a', 'uses-all', 'uses-b', 'uses-c', 'uses-d', 'uses-e', 'uses-own');
    for (const file of ['index', 'inner'])
      expect(affectedBy(`packages/kit/src/${file}.ts`)).toEqual([...ofKit, ...ofProduct, ...inKit('uses-entry')]);
    expect(affectedBy('packages/kit/src/further-list.ts')).toEqual([
      ...inApi('uses-all', 'uses-d'),
      ...ofProduct,
      ...inKit('uses-entry'),
    ]);
  });

  it.each([
    ['in a folder above', 'apps/api/src/server.py', 'exports/spawns.media'],
    ['with a name that is put together', 'apps/api/src/exports/make-cli.ts', 'exports/chooses'],
  ])('what runs it as a program %s', (_title, changed, expected) => {
    expect(affectedBy(changed)).toEqual([...inApi(expected), ...ofProduct]);
  });

  it('what lies around a file that is no source', () => {
    const around = inApi('exports/chooses', 'exports/page', 'exports/spawns.media');
    expect(affectedBy('apps/api/src/exports/page/page.js')).toEqual([...around, ...ofProduct]);
    expect(affectedBy('packages/kit/models/numbers.bin')).toEqual(
      expect.arrayContaining([...inApi('uses-a'), ...inKit('a')]),
    );
    expect(affectedBy('packages/kit/models/README.md')).toEqual([]);
  });

  it('what names a file outside of the packages', () => {
    expect(affectedBy('ops/api.Dockerfile')).toEqual(inApi('reads-ops'));
  });

  it('everything that has a database, when a migration or the server of the tests changes', () => {
    expect(affectedBy('packages/db/migrations/0001_x.sql')).toEqual(withDatabase);
    expect(affectedBy('packages/testkit/src/test-postgres.ts')).toEqual(withDatabase);
    expect(affectedBy('packages/kit/src/b.ts')).toEqual([...withDatabase, ...inApi('uses-all', 'uses-b')].sort());
  });

  it.each([
    'package.json',
    'package-lock.json',
    'packages/kit/package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'packages/testkit/src/patience.ts',
    'tools/run-tests/run-step.ts',
  ])('every test: %s', (file) => {
    expect([...affectedTests(root, [file])].sort()).toEqual(tests.sort());
  });

  it('of support for tests only those that use it', () => {
    expect(affectedBy('packages/testkit/src/fake.ts')).toEqual(inApi('uses-support'));
    expect(affectedBy('apps/api/src/test-support.ts')).toEqual(inApi('uses-support'));
    expect(affectedBy('e2e/support.ts')).toEqual(ofProduct);
  });

  it('what still refers to a file that was deleted or renamed', () => {
    const affected = [...affectedBy('packages/kit/src/a.ts'), ...affectedBy('packages/kit/src/b.ts')];
    for (const file of ['a', 'b']) rmSync(join(root, `packages/kit/src/${file}.ts`));
    expect(affectedBy('packages/kit/src/a.ts', 'packages/kit/src/b.ts')).toEqual([...new Set(affected)].sort());
    rmSync(join(root, 'apps/api/src/exports/make-cli.ts'));
    expect(affectedBy('apps/api/src/exports/make-cli.ts')).toEqual([...inApi('exports/chooses'), ...ofProduct]);
    rmSync(join(root, 'packages/kit/src/a.test.ts'));
    expect(affectedBy('packages/kit/src/a.test.ts')).toEqual([]);
  });

  it('the tests that read the repository, whatever changed', () => {
    expect([...affectedTests(root, ['docs/architecture.md'])].sort()).toEqual([
      'apps/api/src/searches.test.ts',
      'tools/check-docs.test.ts',
    ]);
    expect([...affectedTests(root, [])]).toEqual([]);
  });
});

describe('in this repository', () => {
  const repository = join(import.meta.dirname, '..', '..');
  /** Programs that only tests of the whole product run, and what only these consist of. */
  const withoutOwnTest = [
    'apps/api/src/check-env-cli.ts',
    'apps/demo/src/main.ts',
    'apps/recorder/src/check-env-cli.ts',
    'apps/worker/src/check-env-cli.ts',
    // `npm run read-plates`: prints and draws what the engine found, for a person.
    'apps/worker/src/read-plates-cli.ts',
    'apps/worker/src/read-plates/annotate.ts',
    'apps/worker/src/read-plates/command-line.ts',
  ];

  it('every file of the product affects a test, besides those of the whole product and of the repository', () => {
    const product = globSync('{packages,apps}/**/*.*', {
      cwd: repository,
      exclude: ['**/node_modules', '**/dist', '**/*.md', 'apps/web', 'packages/ui'],
    }).filter((file) => !isTestFile(file));
    expect(product.length).toBeGreaterThan(1_000);
    const graph = readSourceGraph(repository, product);
    const always = affectedTests(repository, ['README.md'], graph);
    const affectsNone = (file: string) =>
      [...affectedTests(repository, [file], graph)].every((test) => test.startsWith('e2e/') || always.has(test));
    expect(product.filter(affectsNone).sort()).toEqual(withoutOwnTest.sort());
  });
});
