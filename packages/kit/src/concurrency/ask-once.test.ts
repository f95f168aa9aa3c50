import { describe, expect, it } from 'vitest';
import { askOnce } from './ask-once.ts';
import { TookTooLong } from './time-limit.ts';

describe('a question that may never be answered', () => {
  it('times out, and is not asked again until the first call settles', async () => {
    const ask = askOnce<string>(20);
    const answers: ((answer: string) => void)[] = [];
    const hang = () => new Promise<string>((resolve) => answers.push(resolve));
    for (let n = 0; n < 3; n += 1) await expect(ask('share', hang)).rejects.toBeInstanceOf(TookTooLong);
    expect(answers).toHaveLength(1);
    answers[0]?.('back');
    await expect.poll(() => ask('share', async () => 'asked anew').catch(() => 'hangs')).toBe('asked anew');
  });

  it('does not delay questions with other keys', async () => {
    const ask = askOnce<string>(60_000);
    void ask('share', () => new Promise(() => {}));
    expect(await ask('disk', async () => 'here')).toBe('here');
  });

  it('shares one result, or one failure, between concurrent callers', async () => {
    const ask = askOnce<number>(60_000);
    let asked = 0;
    const count = async () => {
      asked += 1;
      return asked;
    };
    expect(await Promise.all([ask('disk', count), ask('disk', count), ask('disk', count)])).toEqual([1, 1, 1]);
    expect(await ask('disk', count)).toBe(2);
    const refuse = () => Promise.reject(new Error('refused'));
    const refusals = await Promise.allSettled([ask('disk', refuse), ask('disk', refuse)]);
    expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('disk', count)).toBe(3);
  });
});
