import { dirname, join, normalize } from 'node:path';
import { type Import, namesIn, readImportedNames } from '../layers/read-imports.ts';

const SCOPE = '@holdfast/';

/** The files that the imports of a file lead to. */
export type ImportedFiles = (file: string) => Set<string>;

/**
 * Follows imports through lists: files such as the entry of a package that pass on what other files define. A name leads to
 * the lists that pass it on and to the file that defines it, not to the rest of the package; a name that is not found, and an
 * import of everything, leads to all of it. What a list imports for itself, it uses like any other file.
 */
export function followImports(texts: ReadonlyMap<string, string>): ImportedFiles {
  const imports = new Map([...texts].map(([file, text]) => [file, readImportedNames(text)]));
  const passedOnBy = (file: string) => (imports.get(file) ?? []).filter(({ isPassedOn }) => isPassedOn);

  const targetOf = (file: string, { specifier }: Import): string | undefined => {
    if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
    if (!specifier.startsWith(SCOPE)) return undefined;
    const [name, entry = 'index'] = specifier.slice(SCOPE.length).split('/');
    return `packages/${name}/src/${entry}.ts`;
  };

  /** For each name that a file exports, the files on the way to its definition. */
  const waysFrom = once((file: string): Map<string, string[]> => {
    const ways = new Map(definedIn(texts.get(file) ?? '').map((name) => [name, [file]]));
    for (const one of passedOnBy(file)) {
      const target = targetOf(file, one);
      if (target === undefined) continue;
      const names = one.names ?? [...waysFrom(target).keys()].map((name) => ({ there: name, here: name }));
      for (const { there, here } of names) ways.set(here, [file, ...(waysFrom(target).get(there) ?? allOf(target))]);
    }
    return ways;
  });

  const allOf = once((file: string): string[] => [
    file,
    ...passedOnBy(file).flatMap((one) => {
      const target = targetOf(file, one);
      return target === undefined ? [] : allOf(target);
    }),
  ]);

  return (file) => {
    const used = (imports.get(file) ?? []).filter(({ isPassedOn }) => !isPassedOn);
    return new Set(
      used.flatMap((one) => {
        const target = targetOf(file, one);
        if (target === undefined) return [];
        if (one.names === undefined || passedOnBy(target).length === 0) return allOf(target);
        return one.names.flatMap(({ there }) => waysFrom(target).get(there) ?? allOf(target));
      }),
    );
  };
}

const DEFINITION = /^\s*export (?:async )?(?:const|function\*?|(?:abstract )?class|interface|type|let) (\w+)/gm;
const LIST_OF_OWN = /^\s*export (?:type )?\{([^{}]*)\};/gm;

const definedIn = (text: string): string[] => [
  ...[...text.matchAll(DEFINITION)].map(([, name = '']) => name),
  ...[...text.matchAll(LIST_OF_OWN)].flatMap(([, list = '']) => namesIn(list).map(({ here }) => here)),
];

const once = <Value>(compute: (file: string) => Value): ((file: string) => Value) => {
  const known = new Map<string, Value>();
  return (file) => {
    const value = known.get(file) ?? compute(file);
    known.set(file, value);
    return value;
  };
};
