import { integer, list, secret, text } from '@holdfast/kit';
import { expect, it } from 'vitest';
import { describeEnv } from './describe-env.ts';

it('shows switches and numbers, and of texts only whether they are set', () => {
  const fields = {
    PORT: integer({ fallback: 8080, min: 0, describe: '' }),
    TOKEN: secret({ describe: '' }),
    URL: text({ describe: '' }),
    HOSTS: list({ fallback: [], describe: '' }),
    OTHER: text({ describe: '' }),
  };
  const values = {
    PORT: 80,
    TOKEN: 'hunter22',
    URL: 'http://u:hunter22@x',
    HOSTS: ['hunter22', 'b'],
    OTHER: undefined,
  };
  expect(describeEnv(fields, values)).toEqual({ HOSTS: '2 set', OTHER: 'unset', PORT: 80, TOKEN: 'set', URL: 'set' });
});
