import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  EnvFaults,
  flag,
  integer,
  list,
  oneOf,
  portRange,
  readEnv,
  removeSecrets,
  secret,
  text,
  timeZone,
} from './env.ts';

const describeIt = { describe: 'x' };
const fields = {
  PORT: integer({ ...describeIt, fallback: 8080, min: 1, max: 65_535 }),
  LIMIT: integer(describeIt),
  HOST: text({ ...describeIt, fallback: '127.0.0.1', pattern: /^[\w.:]+$/ }),
  LABEL: text(describeIt),
  EAGER: flag({ ...describeIt, fallback: true }),
  LEVEL: oneOf(['info', 'warn'], { ...describeIt, fallback: 'info' }),
  RANGE: portRange(describeIt),
  PROXIES: list({ ...describeIt, fallback: [] }),
  PEERS: list({
    ...describeIt,
    fallback: [],
    accepts: 'numbers separated by commas',
    fits: (item) => /^\d+$/.test(item),
  }),
  ZONE: timeZone({ ...describeIt, fallback: 'UTC', inherits: 'TZ' }),
  KEY: secret({ ...describeIt, minBytes: 8 }),
  PASSWORD: secret({ ...describeIt, minCharacters: 8 }),
};

const faultsOf = (source: NodeJS.ProcessEnv) => {
  try {
    readEnv(source, fields);
  } catch (err) {
    if (err instanceof EnvFaults) return err.faults;
    throw err;
  }
  return [];
};

describe('reading the environment', () => {
  it('uses the fallbacks for an empty environment', () => {
    const env = readEnv({}, fields);
    expect(env).toEqual({
      PORT: 8080,
      LIMIT: undefined,
      HOST: '127.0.0.1',
      LABEL: undefined,
      EAGER: true,
      LEVEL: 'info',
      PROXIES: [],
      PEERS: [],
      ZONE: 'UTC',
      KEY: undefined,
      PASSWORD: undefined,
    });
    expectTypeOf(env.PORT).toEqualTypeOf<number>();
    expectTypeOf(env.LIMIT).toEqualTypeOf<number | undefined>();
    expectTypeOf(env.LEVEL).toEqualTypeOf<'info' | 'warn'>();
    expectTypeOf(env.KEY).toEqualTypeOf<string | undefined>();
  });

  it.each(['', ' ', '\t\n '])('treats a blank value (%j) as unset, for every kind of field', (blank) => {
    const source = Object.fromEntries([...Object.keys(fields), 'KEY_FILE', 'TZ'].map((name) => [name, blank]));
    expect(readEnv(source, fields)).toEqual(readEnv({}, fields));
  });

  it('converts values', () => {
    const source = { PORT: ' 9000 ', EAGER: 'No', LEVEL: 'warn', PROXIES: '10.0.0.1, 10.0.0.2,', KEY: '12345678' };
    expect(readEnv({ ...source, TZ: ':Europe/Berlin' }, fields)).toMatchObject({
      PORT: 9000,
      EAGER: false,
      LEVEL: 'warn',
      PROXIES: ['10.0.0.1', '10.0.0.2'],
      ZONE: 'Europe/Berlin',
      KEY: '12345678',
    });
  });

  it('reports all faults together, each with its key', () => {
    const faults = faultsOf({
      PORT: '80x',
      LIMIT: '1e99',
      HOST: 'a b',
      EAGER: 'perhaps',
      LEVEL: 'loud',
      PEERS: '1, two, 3',
      ZONE: 'Mars/Base',
      KEY: 'short',
      PASSWORD: 'пароль1',
    });
    expect(faults).toEqual([
      'PORT="80x" is not a whole number from 1 to 65535',
      'LIMIT="1e99" is not a whole number',
      'HOST="a b" is not text that matches /^[\\w.:]+$/',
      'EAGER="perhaps" is not true or false',
      'LEVEL="loud" is not one of info, warn',
      'PEERS="1, two, 3" holds "two" and is not numbers separated by commas',
      'ZONE="Mars/Base" is not an IANA time zone such as Europe/Berlin',
      'KEY is shorter than 8 bytes',
      'PASSWORD is shorter than 8 characters',
    ]);
  });

  it.each(['0', '65536', '-1', '1.5', '0x50', '1e3', 'NaN', 'Infinity', '８０'])('refuses the port %s', (port) => {
    expect(faultsOf({ PORT: port })).toHaveLength(1);
  });

  it('accepts an ascending port range of more than one port', () => {
    expect(readEnv({ RANGE: '50000-50199' }, fields).RANGE).toEqual({ first: 50_000, last: 50_199 });
    for (const odd of ['50000', '50000-50000', '50199-50000', '0-9', '60000-65536', '1-2-3', 'a-b', '-5-7'])
      expect(faultsOf({ RANGE: odd })).toEqual([`RANGE="${odd}" is not a range of ports such as 50000-50199`]);
  });

  it('ignores names that every object inherits', () => {
    expect(faultsOf({ EAGER: 'constructor' })).toHaveLength(1);
  });

  it('names the inherited key when its value is invalid', () => {
    expect(faultsOf({ TZ: 'nowhere' })[0]).toMatch(/^TZ="nowhere"/);
  });
});

describe('a secret', () => {
  it('is removed from the environment that tools inherit', () => {
    const source = { KEY: 'twelve bytes', PATH: '/bin' };
    removeSecrets(source, { KEY: secret(describeIt), PATH: text(describeIt) });
    expect(source).toEqual({ PATH: '/bin' });
  });

  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'env-'));
    writeFileSync(join(folder, 'key'), 'from-a-file\n');
    writeFileSync(join(folder, 'empty'), ' \n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from the file that NAME_FILE names, without its line end', () => {
    expect(readEnv({ KEY_FILE: join(folder, 'key') }, fields).KEY).toBe('from-a-file');
  });

  it('set both ways is a fault', () => {
    expect(faultsOf({ KEY: '12345678', KEY_FILE: join(folder, 'key') })).toEqual(['KEY and KEY_FILE are both set']);
  });

  it.each(['absent', 'empty', '.'])('in an unusable file (%s) is a fault that names the file', (name) => {
    expect(faultsOf({ KEY_FILE: join(folder, name) })[0]).toContain(folder);
  });

  it('never appears in a fault', () => {
    expect(faultsOf({ KEY: 'hunt2' }).join()).not.toContain('hunt2');
  });
});
