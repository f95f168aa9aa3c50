import { describe, expect, it } from 'vitest';
import { databaseIdentity } from './database-identity.ts';

const one = databaseIdentity('postgres://user:secret@db:5432/holdfast');

describe('the identity of a database', () => {
  it.each([
    ['another password', 'postgres://user:changed@db:5432/holdfast', true],
    ['the default port omitted', 'postgres://user:secret@db/holdfast', true],
    ['another host', 'postgres://user:secret@other/holdfast', false],
    ['another database there', 'postgres://user:secret@db/staging', false],
    ['a socket', 'postgres://user:secret@localhost/holdfast?host=%2Frun%2Fa', false],
  ])('%s', (_title, url, isSame) => expect(databaseIdentity(url) === one).toBe(isSame));

  it('does not change with the folder of a socket, and reveals nothing', () => {
    const inFolder = (folder: string) => databaseIdentity(`postgres://u:p@localhost/holdfast?host=${folder}`);
    expect(inFolder('%2Fa')).toBe(inFolder('%2Fb'));
    expect(one).toMatch(/^[0-9a-f]{64}$/);
  });
});
