import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce } from '@holdfast/kit';

/** The key that signs the manifests of exports. */
export interface SigningKey {
  /** Its 32 bytes in base64. */
  readonly publicKey: string;
  /** SHA-256 of those bytes in hex: short enough to read aloud. */
  readonly fingerprint: string;
  /** An Ed25519 signature, in base64. */
  sign(text: string): string;
}

/** The key of this install, created at first start. Two processes that start together end up with the same one. */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'signing.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pem = (await readIfThere(path)) ?? (await createKey(path));
  try {
    return fromPem(pem);
  } catch (cause) {
    throw new Error(
      `The signing key ${path} is damaged: put the original back from your backup, or move it away to begin with a new one.`,
      { cause },
    );
  }
}

async function createKey(path: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await createFileOnce(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), { mode: 0o600 });
  return readFile(path, 'utf8');
}

function fromPem(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    publicKey: raw.toString('base64'),
    fingerprint: createHash('sha256').update(raw).digest('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return undefined;
    throw err;
  });
