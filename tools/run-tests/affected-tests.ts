import { dirname } from 'node:path';
import { isTestFile } from '../layers/rules.ts';
import { readSourceGraph, type SourceGraph } from './source-graph.ts';

/**
 * The test files that a change of these files can affect: those that use them, directly or through other files. A changed
 * file may be gone; what still refers to it is affected.
 */
export function affectedTests(
  root: string,
  changed: readonly string[],
  graph = readSourceGraph(root, changed),
): Set<string> {
  const tests = [...graph.texts].filter(([file]) => file.endsWith('.test.ts'));
  if (changed.some(isFoundation)) return new Set(tests.map(([file]) => file));
  const affected = allUsersOf(changed, graph);
  const touchesProduct = changed.some(isProduct);
  return new Set(
    tests
      .filter(
        ([file, text]) =>
          affected.has(file) ||
          (touchesProduct && startsProduct(file)) ||
          (changed.length > 0 && readsRepository(file, text)),
      )
      .map(([file]) => file),
  );
}

/** Shared by every test: a change there can affect all of them. */
const isFoundation = (file: string): boolean =>
  /(^|\/)package(-lock)?\.json$|^tsconfig\.json$/.test(file) || file.startsWith('tools/run-tests');

/** Tests that start the whole product depend on everything in it, which no import shows. */
const startsProduct = (file: string): boolean => file.startsWith('e2e/');
const isProduct = (file: string): boolean =>
  /^(packages|apps)\/|^tools\/(bootstrap|run\.sh)/.test(file) && !isTestFile(file) && !isPage(file);

/** Tests that read the files of the repository (layers, links, messages), which no import shows. They are quick. */
const readsRepository = (file: string, text: string): boolean =>
  file.startsWith('tools/') || text.includes('globSync(');

const isPage = (file: string): boolean => file.endsWith('.md');
const isSource = (file: string): boolean => /(?<!\.d)\.(ts|tsx|mjs|py)$/.test(file);

function allUsersOf(changed: readonly string[], { texts, usedBy }: SourceGraph): Set<string> {
  const found = new Set<string>();
  for (const queue = [...changed]; queue.length > 0; ) {
    const file = queue.pop() ?? '';
    if (found.has(file)) continue;
    found.add(file);
    queue.push(...(usedBy.get(file) ?? []));
    if (!isSource(file) && !isPage(file)) queue.push(...sourcesAround(file, [...texts.keys()]));
  }
  return found;
}

/**
 * What is not a source (a script or style for the browser, a picture, a model, SQL) is often read by a path that is put
 * together. It counts as used by the sources of the nearest folder above it that has any, those in its subfolders included.
 */
function sourcesAround(file: string, sources: readonly string[]): string[] {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const around = sources.filter((source) => source.startsWith(`${folder}/`));
    if (around.length > 0) return around;
  }
  return [];
}
