import { reasonCode } from '@holdfast/domain';
import { expect, it } from 'vitest';
import { Problem, ProgramProblem, problemBody } from './problem.ts';

it('has the English sentence of its reason as its detail', () => {
  const problem = new Problem('shares-full', { reason: reasonCode('too-many-links', { limit: 5 }) });
  expect(problemBody(problem, '1')).toMatchObject({
    detail: 'You can have at most 5 links: revoke one first.',
    reason: { code: 'too-many-links', values: { limit: 5 } },
  });
  expect(problem.message).toBe('You can have at most 5 links: revoke one first.');
});

it('has no detail without a reason', () => {
  expect(problemBody(new Problem('not-found'), '1')).not.toHaveProperty('detail');
  // @ts-expect-error The console would show the English sentence in every language.
  new Problem('shares-full', { detail: 'Revoke some first.' });
  // @ts-expect-error
  new Problem('shares-full', { reason: 'Revoke some first.' });
});

it('has a sentence without a reason only if just a program can cause it', () => {
  const problem = new ProgramProblem('method-not-allowed', 'It takes GET.');
  expect(problemBody(problem, '1')).toMatchObject({ status: 405, detail: 'It takes GET.' });
  expect(problemBody(problem, '1')).not.toHaveProperty('reason');
  expect(problem.message).toBe('It takes GET.');
  // @ts-expect-error
  new ProgramProblem('shares-full', 'Revoke some first.');
});
