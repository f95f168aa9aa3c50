import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longFunctions } from './long-functions.ts';
import { isTestFile } from './rules.ts';

const MAX_LINES = 100;

describe('functions', () => {
  it(`of the product have at most ${MAX_LINES} lines`, () => {
    const root = join(import.meta.dirname, '..', '..');
    const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root });
    const product = files.filter((file) => !isTestFile(file) && !file.endsWith('/generated.ts'));
    const long = product.flatMap((file) =>
      longFunctions(readFileSync(join(root, file), 'utf8'), MAX_LINES).map(({ name }) => `${file} ${name}`),
    );
    expect(long).toEqual([]);
  });

  it.each([
    ['a function', 'export async function one(\n  a: string,\n): Promise<void> {\n  x();\n}\n'],
    ['parameters in braces', 'function one({\n  a,\n}: {\n  a: string;\n}): void {\n  x();\n}\n'],
    ['an arrow function', 'export const one = (options: {\n  a: string;\n}): Task => ({\n  x: 1,\n});\n'],
    [
      'a method',
      'class A {\n  readonly #b = 1;\n\n  async one(\n    a: string,\n  ): Promise<void> {\n    x();\n  }\n}\n',
    ],
  ])('are counted from their first line to their last: %s', (_title, source) => {
    const [first, ...others] = longFunctions(source, 2);
    expect([first?.name, others]).toEqual(['one', []]);
    const end = first ? first.line + first.lines - 1 : 0;
    expect(source.split('\n')[end - 1]?.trim()).toMatch(/^\}/);
    expect(source.split('\n').slice(end).join('').replaceAll('}', '')).toBe('');
  });

  it('are not tables or types', () => {
    expect(
      longFunctions('export const table = {\n  a: 1,\n  b: 2,\n};\nexport interface A {\n  a: 1;\n}\n', 2),
    ).toEqual([]);
  });
});
