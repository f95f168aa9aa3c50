import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

export interface SecretBox {
  seal(text: string): Buffer;
  /** Undefined when it was sealed with another key or is damaged. */
  open(sealed: Buffer): string | undefined;
}

/** AES-256-GCM: version, nonce, tag, ciphertext. */
export const createSecretBox = (key: Buffer): SecretBox => ({
  seal(text) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
  },
  open(sealed) {
    const bodyStart = 1 + NONCE_BYTES + TAG_BYTES;
    if (sealed.length < bodyStart || sealed[0] !== VERSION) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, bodyStart));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  },
});
