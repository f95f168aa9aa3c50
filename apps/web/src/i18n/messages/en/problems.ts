import { type ProblemCode, problems as table } from '@holdfast/contract';

type ProblemMessages = { readonly [C in ProblemCode as `problem.${C}`]: (typeof table)[C]['title'] };

/** The server's own sentences, from the one table, and one for a server that does not answer. */
export const problems = {
  ...(Object.fromEntries(
    Object.entries(table).map(([code, { title }]) => [`problem.${code}`, title]),
  ) as ProblemMessages),
  'problem.checkFields': 'Check the marked fields.',
  'problem.unanswered': 'The server is not responding',
} as const;
