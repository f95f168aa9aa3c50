import { expect, it } from 'vitest';
import { inNaturalOrder } from './natural-order.ts';

it('sorts numbers in names by value', () => {
  const names = ['Aisle 10', 'aisle 4', 'Gate', 'Aisle 1'].map((name) => ({ name }));
  expect(inNaturalOrder(names).map(({ name }) => name)).toEqual(['Aisle 1', 'aisle 4', 'Aisle 10', 'Gate']);
});
