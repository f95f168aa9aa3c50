import { describe, expect, it } from 'vitest';
import { accountNamed } from './server-user.ts';

const passwd =
  'root:x:0:0:root:/root:/bin/sh\npostgresql:x:7:7::/:\npostgres:x:101:104:,,,:/:/bin/sh\nbroken\ntoor:x:0:0::/:\n';

describe('the account that runs the server', () => {
  it('is found by its whole name', () => {
    expect(accountNamed(passwd, 'postgres')).toEqual({ uid: 101, gid: 104, label: 'postgres' });
  });

  it.each(['nobody', 'broken', 'toor'])('is none when absent, malformed or root by another name (%s)', (name) => {
    expect(accountNamed(passwd, name)).toBeUndefined();
  });
});
