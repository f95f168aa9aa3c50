import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findCycles } from './layers/find-cycles.ts';
import { folderFault } from './layers/folder-fault.ts';
import { folderGraphs } from './layers/folder-graphs.ts';
import { readImports } from './layers/read-imports.ts';
import { allowed, furtherEntries, isTestFile, withoutNode } from './layers/rules.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Owner {
  /** For example `packages/db`. */
  path: string;
  runtime: ReadonlySet<string>;
  inTests: ReadonlySet<string>;
}

const SCOPE = '@holdfast/';

/** Every import that the architecture does not allow, as `file: reason`. */
export function findLayerFaults(root: string): string[] {
  const rootManifest = readManifest(root);
  return globSync('{packages,apps}/*/package.json', { cwd: root })
    .sort()
    .flatMap((manifestPath) => {
      const owner = ownerOf(root, dirname(manifestPath), rootManifest);
      if (!(owner.path in allowed)) return [`${manifestPath}: ${owner.path} has no entry in the table of layers`];
      const files = globSync(`${owner.path}/src/**/*.{ts,tsx}`, { cwd: root }).sort();
      const imports = new Map(files.map((file) => [file, readImports(readFileSync(join(root, file), 'utf8'))]));
      return [...declarationFaults(owner), ...importFaults(owner, imports), ...cycleFaults(owner.path, imports)];
    });
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function ownerOf(root: string, path: string, rootManifest: Manifest): Owner {
  const { dependencies, optionalDependencies, devDependencies } = readManifest(join(root, path));
  const runtime = Object.keys({ ...dependencies, ...optionalDependencies });
  const inTests = [...runtime, ...Object.keys({ ...devDependencies, ...rootManifest.devDependencies })];
  return { path, runtime: new Set(runtime), inTests: new Set(inTests) };
}

/** A declared package can be imported at any time, so the table applies to declarations too. */
const declarationFaults = ({ path, runtime }: Owner): string[] =>
  [...runtime]
    .filter((name) => name.startsWith(SCOPE) && !allowed[path]?.includes(name.slice(SCOPE.length)))
    .map((name) => `${path}/package.json: ${path} may not depend on ${name}`);

type Imports = ReadonlyMap<string, readonly string[]>;

const importFaults = (owner: Owner, imports: Imports): string[] =>
  [...imports].flatMap(([file, specifiers]) =>
    specifiers
      .map((specifier) => faultOf(owner, file, specifier))
      .filter((fault) => fault !== undefined)
      .map((fault) => `${file}: ${fault}`),
  );

const targetOf = (file: string, specifier: string): string => normalize(join(dirname(file), specifier));

/** Product files and their folders never import each other in a cycle; not for a type either. */
function cycleFaults(owner: string, imports: Imports): string[] {
  const product = [...imports].filter(([file]) => !isTestFile(file));
  const files = new Map(
    product.map(([file, specifiers]) => [
      file,
      specifiers.filter((one) => one.startsWith('.')).map((one) => targetOf(file, one)),
    ]),
  );
  return [
    ...findCycles(files).map((cycle) => `${cycle[0]}: import cycle: ${cycle.join(' → ')}`),
    ...folderGraphs(owner, files)
      .flatMap(findCycles)
      .map((cycle) => `${owner}: folders import each other in a cycle: ${cycle.join(' → ')}`),
  ];
}

function faultOf(owner: Owner, file: string, specifier: string): string | undefined {
  const inTest = isTestFile(file);
  if (specifier.startsWith('.')) {
    const target = targetOf(file, specifier);
    if (!target.startsWith(`${owner.path}/`)) return `reaches out of its package with ${specifier}`;
    if (!inTest && isTestFile(target)) return `product code imports test support ${specifier}`;
    return inTest ? undefined : folderFault(owner.path, file, target);
  }
  if (specifier.startsWith('node:'))
    return !inTest && withoutNode.has(owner.path) ? `runs without Node and imports ${specifier}` : undefined;
  const [first = '', second = '', ...rest] = specifier.split('/');
  const name = specifier.startsWith('@') ? `${first}/${second}` : first;
  if (name.startsWith(SCOPE)) {
    if (rest.length > 0 && !furtherEntries.has(specifier)) return `bypasses the index of ${name}: ${specifier}`;
    if (name === `${SCOPE}testkit`) {
      if (!inTest) return `product code imports ${name}`;
    } else if (!inTest && !allowed[owner.path]?.includes(name.slice(SCOPE.length)))
      return `${owner.path} may not import ${name}`;
  }
  const declared = inTest ? owner.inTests : owner.runtime;
  return declared.has(name) ? undefined : `imports ${name}, which ${owner.path}/package.json does not declare`;
}
