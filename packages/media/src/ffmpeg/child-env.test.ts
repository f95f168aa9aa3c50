import { expect, it } from 'vitest';
import { childEnv } from './child-env.ts';

it('the process runs in UTC whatever zone the host has, and inherits no secrets', () => {
  const base = {
    TZ: 'Pacific/Auckland',
    LC_ALL: 'de_DE',
    PATH: '/bin',
    DATABASE_URL: 'postgres://u:p@h/d',
    JWT_SECRET: 'x',
  };
  expect(childEnv(base)).toEqual({ PATH: '/bin', LC_ALL: 'C', TZ: 'UTC' });
});

it('libfaketime is passed on', () => {
  const base = { LD_PRELOAD: 'libfaketime.so', FAKETIME: '-1h', FAKETIME_NO_CACHE: '1', HOME: undefined };
  expect(childEnv(base)).toEqual({ ...base, HOME: undefined, LC_ALL: 'C', TZ: 'UTC' });
});
