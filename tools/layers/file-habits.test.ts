import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestFile } from './rules.ts';

const root = join(import.meta.dirname, '..', '..');
const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root });
const sources = [...files, ...globSync('{tools,bench,e2e}/**/*.{ts,mjs}', { cwd: root })];
const product = files.filter((file) => !isTestFile(file) && !file.endsWith('/generated.ts'));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

describe('files', () => {
  it('of the product stay under 600 lines', () => {
    expect(product.length).toBeGreaterThan(50);
    expect(product.filter((file) => textOf(file).split('\n').length > 600)).toEqual([]);
  });

  it('are named in kebab-case', () => {
    const odd = sources.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs)$/.test(basename(file)));
    expect(odd).toEqual([]);
  });

  it('have specific names', () => {
    const vague = /^(utils?|helpers?|common|misc|manager|types|shared)\.(ts|tsx|mjs)$/;
    expect(sources.filter((file) => vague.test(basename(file)))).toEqual([]);
  });

  it('read the environment only where a process starts', () => {
    const readers = product.filter((file) => /\bprocess\.env\b/.test(textOf(file)));
    expect(readers.filter((file) => !/\/(main|[a-z-]+-cli)\.ts$/.test(file))).toEqual([]);
  });

  it('have an index only as the public entry of a package', () => {
    expect(
      files.filter((file) => basename(file) === 'index.ts' && !/^packages\/[a-z-]+\/src\/index\.ts$/.test(file)),
    ).toEqual([]);
  });
});
