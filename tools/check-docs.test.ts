import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problems } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { allowed } from './layers/rules.ts';

const root = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = ['*.md', 'docs/**/*.md', '{packages,apps,ops,bench,e2e}/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('node_modules') }),
);
const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');

describe('the pages', () => {
  it('have no broken links', () => {
    expect(pages).toContain('README.md');
    const broken = pages.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('#'))
        .filter((target) => !existsSync(join(root, dirname(page), target.replace(/#.*/, ''))))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name source files and npm scripts that exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const wrong = pages.flatMap((page) => {
      const text = read(page);
      const files = [...text.matchAll(/`((?:apps|packages|tools|ops|docs|bench|e2e)\/[\w./-]+\.\w+)`/g)].map(
        ([, path = '']) => path,
      );
      const runs = [...text.matchAll(/npm run ([\w:]+(?:-\w+)*)/g)].map(([, name = '']) => name);
      return [
        ...files.filter((path) => !existsSync(join(root, path))).map((path) => `${page}: ${path}`),
        ...runs.filter((name) => !scripts.includes(name)).map((name) => `${page}: npm run ${name}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('state for every decision what was rejected and when to reconsider', () => {
    const decisions = globSync('docs/decisions/*.md', { cwd: root }).sort();
    expect(decisions.map((path) => path.split('/').at(-1)?.slice(0, 4))).toEqual(
      decisions.map((_, index) => String(index + 1).padStart(4, '0')),
    );
    expect(
      decisions.filter((path) => !/\*\*Rejected\.?\*\*/.test(read(path)) || !/\*\*Revisit when\*\*/.test(read(path))),
    ).toEqual([]);
  });

  it('list every problem with its status and title, and no other', () => {
    const rows = [
      ...read('docs/reference/problems.md').matchAll(/^\| `([\w-]+)` \| (\d{3}) \| ([^|]+) \| ([^|]+) \|$/gm),
    ];
    const listed = Object.fromEntries(
      rows.map(([, code = '', status, title]) => [code, { status: Number(status), title }]),
    );
    expect(listed).toEqual(problems);
    expect(rows).toHaveLength(Object.keys(problems).length);
  });

  it('list every package with its allowed imports', () => {
    const rows = [
      ...read('docs/architecture.md').matchAll(/^\| `((?:packages|apps)\/[\w-]+)` \| [^|]+ \| ([^|]+) \|$/gm),
    ];
    const built = globSync('{packages,apps}/*/package.json', { cwd: root }).map((path) => dirname(path));
    expect(rows.map(([, path]) => path).sort()).toEqual(built.sort());
    const exists = (name: string) => built.includes(`packages/${name}`);
    for (const [, path = '', imports = ''] of rows) {
      if (path === 'packages/testkit') continue;
      const documented = imports === 'nothing' ? [] : imports.split(', ');
      expect(documented.sort(), path).toEqual([...(allowed[path] ?? [])].filter(exists).sort());
    }
  });
});
