import { describe, expect, it } from 'vitest';
import { inForeignKeyOrder } from './list-tables.ts';

const table = (name: string, ...refers_to: string[]) => ({ table: name, refers_to });

describe('the order of tables', () => {
  it('puts each after those it refers to', () => {
    const ordered = inForeignKeyOrder([table('a', 'b', 'c'), table('b', 'c'), table('c'), table('d', 'elsewhere')]);
    expect(ordered.map((entry) => entry.table)).toEqual(['c', 'd', 'b', 'a']);
  });
  it('names the tables of a circle', () => {
    expect(() => inForeignKeyOrder([table('a', 'b'), table('b', 'a'), table('c')])).toThrow(/circle: a, b$/);
  });
});
