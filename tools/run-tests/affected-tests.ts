import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readImports } from '../layers/read-imports.ts';

const SOURCES = '{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,mjs,py}';
const SCOPE = '@holdfast/';

/** Shared by every test: a change there can affect all of them. */
const isFoundation = (file: string): boolean =>
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json)$/.test(file) ||
  /\/package\.json$/.test(file) ||
  file.startsWith('packages/db/migrations/') ||
  file === 'packages/testkit/src/test-postgres.ts' ||
  file.startsWith('tools/run-tests');

/** Tests that start the whole product depend on everything in it, which no import shows. */
const startsProduct = (file: string): boolean => file.startsWith('e2e/');
const isProduct = (file: string): boolean => /^(packages|apps)\//.test(file) || file.startsWith('tools/bootstrap');

/** The tests of the repository itself (layers, links, documented keys) read its files, which no import shows. They are quick. */
const readsRepository = (file: string): boolean => file.startsWith('tools/');

/** The test files that a change of these files can affect. */
export function affectedTests(root: string, changed: readonly string[]): Set<string> {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  if (changed.some(isFoundation)) return new Set(tests);
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const faces = new Map(files.filter(isPublicFace).map((face) => [face, namesBehind(face, texts)]));
  const sources = { texts, faces };
  const usedBy = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const used of usesOf(file, text, sources)) usedBy.set(used, [...(usedBy.get(used) ?? []), file]);
  const affected = new Set<string>();
  for (const queue = [...changed]; queue.length > 0; ) {
    const file = queue.pop() ?? '';
    if (affected.has(file)) continue;
    affected.add(file);
    queue.push(...(usedBy.get(file) ?? []));
  }
  const touchesProduct = changed.some((file) => isProduct(file) && !/\.(test|oracle)\.tsx?$/.test(file));
  return new Set(
    tests.filter(
      (file) =>
        affected.has(file) || (touchesProduct && startsProduct(file)) || (changed.length > 0 && readsRepository(file)),
    ),
  );
}

/** The imports of a file, and the files that it names to run them as processes. */
function usesOf(file: string, text: string, sources: Sources): string[] {
  const relative = readImports(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)));
  const named = [...text.matchAll(/['"`/]([\w./-]+\.(?:ts|mjs|py))['"`]/g)].flatMap(([, name = '']) => [
    normalize(join(dirname(file), name)),
    normalize(name),
  ]);
  const uses = new Set([...relative, ...named, ...fromPackages(text, sources)]);
  // A public entry re-exports what its importers name; it uses nothing itself.
  if (isPublicFace(file)) return [];
  return [...uses].filter((used) => sources.texts.has(used) && used !== file);
}

type Texts = ReadonlyMap<string, string>;
interface Sources {
  texts: Texts;
  /** For each package, which file exports a name. */
  faces: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A package has one public entry, or a second one for programs that need little of it. */
const isPublicFace = (file: string): boolean => /^packages\/\w+\/src\/(index|server)\.ts$/.test(file);

/** The files behind the names that are imported from our packages; the whole package if it is imported as a namespace. */
function fromPackages(text: string, sources: Sources): string[] {
  return readImports(text)
    .filter((specifier) => specifier.startsWith(SCOPE))
    .flatMap((specifier) => {
      const [name, entry = 'index'] = specifier.slice(SCOPE.length).split('/');
      const face = `packages/${name}/src/${entry}.ts`;
      const lists = [...text.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*from '${specifier}'`, 'g'))];
      const behind: ReadonlyMap<string, string> = sources.faces.get(face) ?? new Map();
      if (lists.length === 0) return [face, ...behind.values()];
      return lists.flatMap(([, list = '']) => [face, ...namesIn(list).map((name) => behind.get(name) ?? face)]);
    });
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map(
      (name) =>
        name
          .replace(/^\s*type\s/, '')
          .trim()
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '');

function namesBehind(face: string, texts: Texts): Map<string, string> {
  const text = texts.get(face) ?? '';
  const behind = new Map<string, string>();
  for (const [, list, target = ''] of text.matchAll(/export (?:type )?(?:\{([^}]*)\}|\*) from '(\.[^']+)'/g)) {
    const file = normalize(join(dirname(face), target));
    const names = list === undefined ? exportsOf(texts.get(file) ?? '') : namesIn(list);
    for (const name of names) behind.set(name, file);
  }
  return behind;
}

const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|let) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
