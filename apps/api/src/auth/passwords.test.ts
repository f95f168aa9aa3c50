import { expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

it('hashes with Argon2id at the cost that OWASP recommends by default', async () => {
  const { hash, verify } = await createPasswordHasher();
  const kept = await hash('correct horse');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect([await verify(kept, 'correct horse'), await verify(kept, 'wrong'), await verify(undefined, 'x')]).toEqual([
    true,
    false,
    false,
  ]);
});
