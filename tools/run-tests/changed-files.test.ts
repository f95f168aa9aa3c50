import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedFiles } from './changed-files.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-changed-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root });
const write = (name: string, text: string) => writeFileSync(join(root, name), text);

it('finds what was changed, added, deleted and renamed, under both names', () => {
  git('init', '--quiet');
  write('.gitignore', 'ignored.ts');
  for (const name of ['kept.ts', 'changed.ts', 'deleted.ts', 'renamed.ts', 'committed.ts']) write(name, `${name} was`);
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  write('committed.ts', 'new');
  git('commit', '--quiet', '--all', '--message', 'second');
  write('changed.ts', 'new');
  write('added.ts', 'new');
  write('ignored.ts', 'new');
  rmSync(join(root, 'deleted.ts'));
  renameSync(join(root, 'renamed.ts'), join(root, 'with another name.ts'));
  const uncommitted = ['added.ts', 'changed.ts', 'deleted.ts', 'renamed.ts', 'with another name.ts'];
  expect(changedFiles(root, 'HEAD').sort()).toEqual(uncommitted);
  expect(changedFiles(root, 'HEAD~1').sort()).toEqual([...uncommitted, 'committed.ts'].sort());
});
