export interface Import {
  specifier: string;
  /** What is taken, by its name there and its name here; undefined if it is everything, or only the effect. */
  names: { there: string; here: string }[] | undefined;
  /** `export ... from`: the file does not use it, it passes it on. */
  isPassedOn: boolean;
}

/** What a source file imports, as it is written there. */
export const readImports = (source: string): string[] => readImportedNames(source).map(({ specifier }) => specifier);

/**
 * The imports of a source file: every string after `from`, `import`, `import(` or `import.meta.resolve(`, outside comments and other strings. Strings
 * end with their line, so an odd quote in a regular expression affects only that line.
 */
export function readImportedNames(source: string): Import[] {
  const imports: Import[] = [];
  let code = '';
  for (let at = 0; at < source.length; ) {
    const two = source.slice(at, at + 2);
    if (two === '//' || two === '/*') {
      at = endOf(source, two === '//' ? '\n' : '*/', at + 2);
      continue;
    }
    const quote = source.charAt(at);
    if (quote !== "'" && quote !== '"' && quote !== '`') {
      code += quote;
      at += 1;
      continue;
    }
    const end = endOfText(source, at, quote);
    if (/(?<![.\w])(?:from|import|import(?:\.meta\.resolve)?\s*\()\s*$/.test(code))
      imports.push({ specifier: source.slice(at + 1, end - 1), ...clauseAtEndOf(code) });
    code = '';
    at = end;
  }
  return imports;
}

function clauseAtEndOf(code: string): Omit<Import, 'specifier'> {
  const [, keyword, list] =
    /\b(import|export)\s+(?:type\s+)?(?:\{([^{}]*)\}|\*(?:\s*as\s+\w+)?)\s*from\s*$/.exec(code) ?? [];
  return { names: list === undefined ? undefined : namesIn(list), isPassedOn: keyword === 'export' };
}

/** The names in the braces of an import or export. */
export const namesIn = (list: string): { there: string; here: string }[] =>
  list
    .split(',')
    .map((name) => name.replace(/^\s*type\s/, '').trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [there = '', here = there] = name.split(/\s+as\s+/);
      return { there, here };
    });

const endOf = (source: string, mark: string, from: number): number => {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
};

function endOfText(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at + 1;
    else if (char === '\n' && quote !== '`') return at;
  }
  return source.length;
}
