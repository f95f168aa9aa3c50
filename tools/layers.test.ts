import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderOrder } from './layers/folder-order.ts';
import { isTestFile } from './layers/rules.ts';
import { findLayerFaults } from './layers.ts';

const repository = dirname(import.meta.dirname);
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-layers-'));
  write('package.json', JSON.stringify({ devDependencies: { vitest: '1' } }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
/** A package with these dependencies and one source file. */
const faultsOf = (
  owner: string,
  source: string,
  { declares = [], file = 'x.ts' }: { declares?: string[]; file?: string } = {},
) => {
  const dependencies = Object.fromEntries(declares.map((name) => [name, '1']));
  write(`${owner}/package.json`, JSON.stringify({ dependencies }));
  write(`${owner}/src/${file}`, source);
  return findLayerFaults(root);
};

describe('the layers', () => {
  it('of this repository are respected', () => expect(findLayerFaults(repository)).toEqual([]));

  it.each([
    ['the rules import nothing of ours', 'packages/domain', '@holdfast/kit'],
    ['the kit imports nothing of ours', 'packages/kit', '@holdfast/domain'],
    ['adapters never import each other', 'packages/media', '@holdfast/db'],
    ['apps never import apps', 'apps/api', '@holdfast/recorder'],
    ['the recorder does not import the contract', 'apps/recorder', '@holdfast/contract'],
    ['the launcher imports only the kit and the database', 'apps/launcher', '@holdfast/media'],
    ['clients do not import the database', 'packages/client', '@holdfast/db'],
  ])('%s', (_title, owner, name) => {
    expect(faultsOf(owner, `import { a } from '${name}';`, { declares: [name] })).toEqual([
      `${owner}/package.json: ${owner} may not depend on ${name}`,
      `${owner}/src/x.ts: ${owner} may not import ${name}`,
    ]);
  });

  it.each([
    ['a deep import', `import '@holdfast/kit/src/env.ts';`, /bypasses the index/],
    ['a path into another package', `import '../../kit/src/env.ts';`, /reaches out of its package/],
    ['what is not declared', `import '@holdfast/domain';`, /does not declare/],
    ['a third-party package that is not declared', `export { a } from 'left-pad';`, /imports left-pad, which/],
    ['the testkit in product code', `import '@holdfast/testkit';`, /product code imports @holdfast\/testkit/],
    ['test support in product code', `import './test-camera.ts';`, /imports test support/],
    ['a dynamic import', `await import('@holdfast/media');`, /may not import @holdfast\/media/],
  ])('finds %s', (_title, source, fault) => {
    expect(faultsOf('packages/db', source, { declares: ['@holdfast/kit'] })).toEqual([expect.stringMatching(fault)]);
  });

  it('lets tests import the testkit once it is declared', () => {
    const source = `import '@holdfast/testkit'; import 'vitest';`;
    expect(faultsOf('packages/db', source, { file: 'x.test.ts' })).toEqual([expect.stringMatching(/does not declare/)]);
    write('packages/db/package.json', JSON.stringify({ devDependencies: { '@holdfast/testkit': '1' } }));
    expect(findLayerFaults(root)).toEqual([]);
  });

  it('keeps Node out of what browsers run, but not out of its tests', () => {
    expect(faultsOf('packages/contract', `import 'node:fs';`)).toEqual([expect.stringMatching(/runs without Node/)]);
    write('packages/contract/src/x.ts', '');
    expect(faultsOf('packages/contract', `import 'node:fs';`, { file: 'y.test.ts' })).toEqual([]);
  });

  it.each([
    ['down', 'rtsp/x.ts', '../rtp/a.ts', []],
    ['within a folder', 'rtsp/x.ts', './a.ts', []],
    ['up', 'rtp/x.ts', '../rtsp/a.ts', [expect.stringMatching(/rtp may not import rtsp, which is above it/)]],
    ['up in a test', 'rtp/x.test.ts', '../rtsp/a.ts', []],
    ['from the index', 'index.ts', './relay/a.ts', []],
    [
      'into a folder that is not listed',
      'rtp/x.ts',
      '../attic/a.ts',
      [expect.stringMatching(/folder attic that is missing/)],
    ],
  ])('enforces the order of folders in a package: an import %s', (_title, file, specifier, faults) => {
    expect(faultsOf('packages/media', `import '${specifier}';`, { file })).toEqual(faults);
  });

  it.each(Object.entries(folderOrder))('order every folder of %s, and none that is gone', (owner, order) => {
    const files = globSync('*/**/*.{ts,tsx}', { cwd: join(repository, owner, 'src') });
    const folders = files.filter((file) => !isTestFile(file)).map((file) => file.split('/')[0]);
    expect([...order].sort()).toEqual([...new Set(folders)].sort());
  });

  it('refuses files that import each other in a cycle, also for a type alone, but not in tests', () => {
    write('packages/kit/src/y.ts', `import { x } from './x.ts';`);
    write('packages/kit/src/y.test.ts', `import './test-y.ts';`);
    write('packages/kit/src/test-y.ts', `import './y.test.ts';`);
    expect(faultsOf('packages/kit', `import type { Y } from './y.ts';`)).toEqual([
      'packages/kit/src/x.ts: import cycle: packages/kit/src/x.ts → packages/kit/src/y.ts',
    ]);
  });

  it('refuses a file beside the folders through which they import each other in a cycle', () => {
    write('apps/web/src/live/a.ts', `import '../deps.ts';`);
    expect(faultsOf('apps/web', `import './live/b.ts';`, { file: 'deps.ts' })).toEqual([
      'apps/web: folders import each other in a cycle: deps.ts → live',
    ]);
  });

  it('refuses folders that import each other in a cycle where no file does', () => {
    write('packages/db/src/backup/a.ts', `import './b.ts';`);
    write('packages/db/src/backup/b.ts', '');
    write('packages/db/src/embedded/c.ts', `import '../backup/b.ts';`);
    expect(faultsOf('packages/db', `import '../embedded/c.ts';`, { file: 'backup/d.ts' })).toEqual([
      'packages/db: folders import each other in a cycle: backup → embedded',
    ]);
  });

  it.each([
    ['its parent', 'backup', '../table.ts', 'backup → backup/copies'],
    ['a folder beside it', 'embedded', '../../embedded/c.ts', 'backup → embedded'],
  ])('refuses a nested folder that imports %s in a cycle', (_title, folder, specifier, cycle) => {
    write(`packages/db/src/${folder}/c.ts`, `import '${folder === 'backup' ? '.' : '../backup'}/copies/b.ts';`);
    write('packages/db/src/backup/copies/b.ts', '');
    write('packages/db/src/backup/table.ts', '');
    expect(faultsOf('packages/db', `import '${specifier}';`, { file: 'backup/copies/d.ts' })).toEqual([
      `packages/db: folders import each other in a cycle: ${cycle}`,
    ]);
  });

  it.each([
    ['up', 'live/panes/d.ts', '../wall.ts'],
    ['down', 'live/wall.ts', './panes/d.ts'],
    ['into another nested folder', 'live/panes/d.ts', '../menu/e.ts'],
  ])('allows a nested folder that is imported one way: %s', (_title, file, specifier) => {
    expect(faultsOf('apps/web', `import '${specifier}';`, { file })).toEqual([]);
  });

  it.each([
    ['by another screen', 'screens/cameras/x.ts', '../camera/a.ts', 'screens/cameras'],
    ['by a folder of another screen', 'screens/cameras/list/x.ts', '../../camera/a.ts', 'screens/cameras/list'],
    ['by a folder that is no screen', 'live/x.ts', '../screens/camera/a.ts', 'live'],
    ['by itself', 'screens/camera/x.ts', './a.ts', undefined],
    ['by its own folder', 'screens/camera/home/x.ts', '../a.ts', undefined],
    ['by the router', 'router.tsx', './screens/camera/a.ts', undefined],
  ])('lets only the router import a screen: %s', (_title, file, specifier, from) => {
    expect(faultsOf('apps/web', `import '${specifier}';`, { file })).toEqual(
      from === undefined
        ? []
        : [`apps/web/src/${file}: ${from} may not import screens/camera: only files outside all folders do`],
    );
  });

  it('requires every package to be listed', () => {
    expect(faultsOf('packages/misc', '')).toEqual([expect.stringMatching(/no entry in the table/)]);
  });
});
