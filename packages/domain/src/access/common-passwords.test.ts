import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each(['password', 'Password123', '12345678', 'QWERTZUIOP', 'xxxxxxxxxx', 'holdfast'])('%s is common', (password) =>
  expect(isCommonPassword(password)).toBe(true),
);

it.each(['correct horse', 'seven gates', 'passwordly', 'aaaaaaab'])('%j is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
);

it('the user name is common too', () => {
  expect(isCommonPassword('Bartholomew', 'bartholomew')).toBe(true);
  expect(isCommonPassword('Bartholomew', 'ann')).toBe(false);
});
