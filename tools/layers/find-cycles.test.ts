import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';

const graph = (arrows: Record<string, string[]>) => new Map(Object.entries(arrows));

describe('cycles', () => {
  it.each([
    ['none in a tree', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['a node that points at itself', { a: ['a'] }, [['a']]],
    ['two that point at each other', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['one reached from outside', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
    [
      'two that share a node',
      { a: ['b'], b: ['c', 'a'], c: ['a'] },
      [
        ['a', 'b'],
        ['c', 'a', 'b'],
      ],
    ],
    [
      'two apart',
      { a: ['b'], b: ['a'], x: ['y'], y: ['x', 'a'] },
      [
        ['a', 'b'],
        ['x', 'y'],
      ],
    ],
    ['none through what is not listed', { a: ['outside'] }, []],
  ])('%s', (_title, arrows, cycles) => expect(findCycles(graph(arrows))).toEqual(cycles));
});
