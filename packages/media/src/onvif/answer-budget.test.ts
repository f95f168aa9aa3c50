import { expect, it } from 'vitest';
import { createAnswerBudget } from './answer-budget.ts';

const takenOf = (answers: readonly { sender: string; bytes?: number }[]) => {
  const takes = createAnswerBudget();
  return answers.filter(({ sender, bytes = 1_000 }) => takes(sender, bytes)).map(({ sender }) => sender);
};
const many = (count: number, sender: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ sender: sender(index) }));

it('accepts few answers from one sender, and those of others after it', () => {
  const taken = takenOf([...many(1_000, () => '10.0.0.9'), { sender: '10.0.0.8' }]);
  expect(taken.filter((sender) => sender === '10.0.0.9')).toHaveLength(16);
  expect(taken).toContain('10.0.0.8');
});

it('accepts no more than a thousand altogether', () => {
  expect(takenOf(many(5_000, (index) => `10.0.${index >> 8}.${index & 255}`))).toHaveLength(1_024);
});

it('rejects very large answers', () => {
  expect(takenOf([{ sender: '10.0.0.9', bytes: 60_000 }])).toEqual([]);
});
