import { describe, expect, it } from 'vitest';
import { readImportedNames, readImports } from './read-imports.ts';

describe('the imports of a file', () => {
  it.each([
    ['named', `import { a } from 'x';`, ['x']],
    ['of a type', `import type { A } from "x";`, ['x']],
    ['over several lines', `import {\n  a,\n  b,\n} from 'x';`, ['x']],
    ['for their effect', `import 'x';`, ['x']],
    ['passed on', `export * from './x.ts';\nexport { a } from './y.ts';`, ['./x.ts', './y.ts']],
    ['dynamic', `const a = await import('x');\nconst b = await import(\`y\`);`, ['x', 'y']],
    ['for another process', `const a = import.meta.resolve('x');`, ['x']],
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

  it.each([
    ['by name', `import { a, type B, c as d } from 'x';`, ['a', 'B', 'c as d'], false],
    ['of types', `import type {\n  A, // first\n  B,\n} from 'x';`, ['A', 'B'], false],
    ['of everything', `import * as a from 'x';`, undefined, false],
    ['of a default beside names', `import a, { b } from 'x';`, undefined, false],
    ['later', `const { a } = await import('x');`, undefined, false],
    ['passed on by name', `export { a as b } from 'x';`, ['a as b'], true],
    ['of types passed on', `export type { A } from 'x';`, ['A'], true],
    ['passed on whole', `export * from 'x';`, undefined, true],
    ['after a definition', `export const a = 1;\nimport { b } from 'x';`, ['b'], false],
  ])('tell what is taken: %s', (_title, source, expected, isPassedOn) => {
    const [one] = readImportedNames(source);
    const names = one?.names?.map(({ there, here }) => (there === here ? there : `${there} as ${here}`));
    expect({ names, isPassedOn: one?.isPassedOn }).toEqual({ names: expected, isPassedOn });
  });
});
