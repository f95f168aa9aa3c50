import { expect, it } from 'vitest';
import { inNaturalOrder, statusInOrder } from './natural-order.ts';

it('sorts numbers in names by value', () => {
  const names = ['Aisle 10', 'aisle 4', 'Gate', 'Aisle 1'].map((name) => ({ name }));
  expect(inNaturalOrder(names).map(({ name }) => name)).toEqual(['Aisle 1', 'aisle 4', 'Aisle 10', 'Gate']);
});

it('sorts users by their user names', () => {
  const users = ['kim 10', 'kim 9'].map((username) => ({ username }));
  expect(inNaturalOrder(users).map(({ username }) => username)).toEqual(['kim 9', 'kim 10']);
});

it('sorts the cameras and storages of the status', () => {
  const status = { cameras: [{ name: 'Aisle 10' }, { name: 'Aisle 4' }], storages: [{ name: 'b' }, { name: 'A' }] };
  expect(statusInOrder(status)).toEqual({
    cameras: [{ name: 'Aisle 4' }, { name: 'Aisle 10' }],
    storages: [{ name: 'A' }, { name: 'b' }],
  });
});
