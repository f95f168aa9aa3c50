import { expect, it } from 'vitest';
import { problemLines } from './problem-lines.ts';

const fields = { password: 'This password is too common.', live_max_bytes: 'Enter more.', odd_field: 'Wrong format.' };

it('leaves out the errors that a field shows itself', () => {
  expect(problemLines(fields, new Set(Object.keys(fields)))).toEqual([]);
  expect(problemLines(fields, new Set(['password', 'odd_field']))).toHaveLength(1);
});

it('names a field by its label, never by its name in the API', () => {
  expect(problemLines(fields, new Set(['password']))).toEqual([
    { label: 'policy.budget', message: 'Enter more.' },
    { label: undefined, message: 'Wrong format.' },
  ]);
});
