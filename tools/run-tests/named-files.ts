import { basename, dirname, join, normalize } from 'node:path';

/** A string that ends like a file name; `${...}` in it stands for any name. */
const NAME = /['"`/]((?:[\w./-]|\$\{[^{}]*\})*\.\w+)['"`]/g;
const HOLE = /\$\{[^{}]*\}/g;
const IMPORT = /\b(?:from|import)\s*(['"])[^'"]*\1/g;

/** The files that a source names in its strings, other than by an import: programs that it runs, and what it reads. */
export type NamedFiles = (file: string, text: string) => string[];

/**
 * A path is looked for from the folder of the source and from the root. It may be put together of folders that are strings of
 * their own, so what remains can be anywhere in the package. A name of which only the ending is known says nothing without a
 * folder. Tests are named in lists of tests, and by nothing that runs them.
 */
export function findNamedFiles(files: readonly string[]): NamedFiles {
  const nameable = files.filter((file) => !file.endsWith('.test.ts'));
  const byName = Map.groupBy(nameable, (file) => basename(file));
  return (source, text) =>
    [...text.replaceAll(IMPORT, '').matchAll(NAME)].flatMap(([, name = '']) => {
      const places = [normalize(join(dirname(source), name.replaceAll(HOLE, '*'))), normalize(name)];
      if (!name.includes('${')) {
        const end = `/${name.replace(/^[./]+/, '')}`;
        const isNamed = (file: string) =>
          places.includes(file) || (file.endsWith(end) && packageOf(file) === packageOf(source));
        return (byName.get(basename(name)) ?? []).filter(isNamed);
      }
      if (/^\$\{[^{}]*\}\.\w+$/.test(name)) return [];
      const pattern = new RegExp(`^${RegExp.escape(places[0] ?? '').replaceAll('\\*', '[^/]*')}$`);
      return nameable.filter((file) => pattern.test(file));
    });
}

const packageOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(packages|apps)\//.test(file) ? 2 : 1)
    .join('/');
