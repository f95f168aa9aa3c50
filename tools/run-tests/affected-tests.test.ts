import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affectedTests } from './affected-tests.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-affected-'));
  const files = {
    'packages/kit/src/index.ts': `export { a } from './a.ts';\nexport * from './b.ts';`,
    'packages/kit/src/a.ts': `import { deep } from './deep.ts';\nexport const a = deep;`,
    'packages/kit/src/deep.ts': `export const deep = 1;`,
    'packages/kit/src/b.ts': `export const b = 1;`,
    'packages/kit/src/server.ts': `export { b } from './b.ts';`,
    'apps/api/src/uses-entry.db.test.ts': `import { b } from '@holdfast/kit/server';`,
    'packages/kit/src/a.test.ts': `import { a } from './a.ts';`,
    'apps/api/src/uses-a.db.test.ts': `import { a } from '@holdfast/kit';`,
    'apps/api/src/uses-b.db.test.ts': `import { b } from '@holdfast/kit';`,
    'apps/api/src/uses-all.db.test.ts': `import * as kit from '@holdfast/kit';`,
    'apps/api/src/spawns.media.test.ts': `spawn('node', [join(here, 'server.py')]);`,
    'apps/api/src/server.py': '',
    'e2e/product.e2e.test.ts': `import './support.ts';`,
    'e2e/other.e2e.test.ts': '',
    'e2e/support.ts': '',
    'tools/check-docs.test.ts': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const e2e = ['e2e/other.e2e.test.ts', 'e2e/product.e2e.test.ts'];
const tools = 'tools/check-docs.test.ts';

describe('the tests that a change can affect', () => {
  it.each([
    ['the test itself', ['packages/kit/src/a.test.ts'], ['packages/kit/src/a.test.ts', tools]],
    [
      'what it imports from a package, by name or as a whole',
      ['packages/kit/src/deep.ts'],
      [
        'apps/api/src/uses-a.db.test.ts',
        'apps/api/src/uses-all.db.test.ts',
        ...e2e,
        'packages/kit/src/a.test.ts',
        tools,
      ],
    ],
    [
      'what a package passes on whole',
      ['packages/kit/src/b.ts'],
      ['all', 'b', 'entry'].map((name) => `apps/api/src/uses-${name}.db.test.ts`).concat(e2e, tools),
    ],
    ['a program that it runs', ['apps/api/src/server.py'], ['apps/api/src/spawns.media.test.ts', ...e2e, tools]],
    ['its own support', ['e2e/support.ts'], ['e2e/product.e2e.test.ts', tools]],
    ['those that read the repository', ['docs/architecture.md'], [tools]],
    ['nothing', [], []],
  ])('%s', (_title, changed, expected) => {
    expect([...affectedTests(root, changed)].sort()).toEqual(expected);
  });

  it('are all of them when shared configuration changes', () => {
    for (const file of ['package-lock.json', 'packages/db/migrations/0001_x.sql', 'vitest.config.ts'])
      expect(affectedTests(root, [file]).size).toBe(9);
  });
});
