import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followImports } from './follow-imports.ts';
import { findNamedFiles } from './named-files.ts';

const CONFIG = 'vitest.config.ts';
const SOURCES = ['{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,mjs,py}', CONFIG];

export interface SourceGraph {
  /** The sources of the repository, tests included. */
  texts: ReadonlyMap<string, string>;
  /** For each file, also one that is no source or is gone, the sources that use it. */
  usedBy: ReadonlyMap<string, ReadonlySet<string>>;
}

/** `others` are files that may be named and are no sources, or not any more. */
export function readSourceGraph(root: string, others: readonly string[]): SourceGraph {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const importedBy = followImports(texts);
  const namedBy = findNamedFiles([...new Set([...files, ...others])]);
  const usedBy = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    // What the configuration names, only some kinds of tests use: see below.
    const named = file === CONFIG ? [] : namedBy(file, text);
    for (const used of [...importedBy(file), ...named, ...usedUnseenBy(file)])
      usedBy.set(used, (usedBy.get(used) ?? new Set()).add(file));
  }
  return { texts, usedBy };
}

/** The server that tests with a database share is started for them. */
const POSTGRES = 'packages/testkit/src/test-postgres.ts';
const hasDatabase = (test: string): boolean => /\.(db|media|e2e|soak)\.test\.ts$/.test(test);

function usedUnseenBy(file: string): string[] {
  if (!file.endsWith('.test.ts')) return [];
  return hasDatabase(file) ? [CONFIG, POSTGRES] : [CONFIG];
}
