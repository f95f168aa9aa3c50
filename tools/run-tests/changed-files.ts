import { execFileSync } from 'node:child_process';

/** The files that differ from a commit, committed or not, new files included; relative to the repository. */
export function changedFiles(root: string, since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  return [
    ...git('diff', '--name-only', '-z', '--no-renames', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}
