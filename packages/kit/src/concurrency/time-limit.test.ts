import { expect, it } from 'vitest';
import { withTimeLimit } from './time-limit.ts';

it('gives up in whole milliseconds', async () => {
  await expect(withTimeLimit(new Promise(() => undefined), 4.996_589)).rejects.toThrow('no answer within 5 ms');
});
