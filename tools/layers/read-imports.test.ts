import { describe, expect, it } from 'vitest';
import { readImports } from './read-imports.ts';

describe('the imports of a file', () => {
  it.each([
    ['named', `import { a } from 'x';`, ['x']],
    ['of a type', `import type { A } from "x";`, ['x']],
    ['over several lines', `import {\n  a,\n  b,\n} from 'x';`, ['x']],
    ['for their effect', `import 'x';`, ['x']],
    ['passed on', `export * from './x.ts';\nexport { a } from './y.ts';`, ['./x.ts', './y.ts']],
    ['dynamic', `const a = await import('x');\nconst b = await import(\`y\`);`, ['x', 'y']],
    ['of a type in place', `let a: import('x').A;`, ['x']],
    ['on one line', `import a from 'x';import b from 'y'`, ['x', 'y']],
  ])('%s are found', (_title, source, expected) => expect(readImports(source)).toEqual(expected));

  it.each([
    ['a comment', `// import 'x';\n/* import a from 'y'; */`],
    ['a text', `const text = "import a from 'x'";\nconst more = \`import 'y'\`;`],
    ['an ordinary call', `load('x'); const from = ['y']; Buffer.from('z');`],
  ])('are not taken from %s', (_title, source) => expect(readImports(source)).toEqual([]));

  it('are found after an address in a text and a quote in a pattern', () => {
    expect(readImports(`const a = 'http://x'; const b = /'/;\nconst c = '/*';\nawait import('y');`)).toEqual(['y']);
  });
});
