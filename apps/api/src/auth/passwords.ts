import { hash, verify } from '@node-rs/argon2';

// Argon2id is the library's default algorithm; memory and passes follow OWASP's first recommendation.
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for a name that does not exist, so that timing reveals nothing. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export async function createPasswordHasher(cost = PASSWORD_COST): Promise<PasswordHasher> {
  const unmatchable = await hash('a password that nobody has', cost);
  return {
    hash: (password) => hash(password, cost),
    verify: async (passwordHash, password) => {
      const matches = await verify(passwordHash ?? unmatchable, password);
      return matches && passwordHash !== undefined;
    },
  };
}
