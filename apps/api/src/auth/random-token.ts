import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; only their digest is kept. */
export const newRandomToken = () => randomBytes(32).toString('base64url');

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
