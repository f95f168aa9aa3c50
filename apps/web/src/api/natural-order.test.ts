import { expect, it } from 'vitest';
import { inNaturalOrder } from './natural-order.ts';

it('counts numbers in names as people do', () => {
  const names = ['Aisle 10', 'aisle 4', 'Gate', 'Aisle 1'].map((name) => ({ name }));
  expect(inNaturalOrder(names).map(({ name }) => name)).toEqual(['Aisle 1', 'aisle 4', 'Aisle 10', 'Gate']);
});
