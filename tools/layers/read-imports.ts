/**
 * The imports of a source file: every string after `from`, `import` or `import(`, outside comments and other strings. Strings
 * end with their line, so an odd quote in a regular expression affects only that line.
 */
export function readImports(source: string): string[] {
  const imports: string[] = [];
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
    if (/(?<![.\w])(?:from|import|import\s*\()\s*$/.test(code)) imports.push(source.slice(at + 1, end - 1));
    code = '';
    at = end;
  }
  return imports;
}

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
