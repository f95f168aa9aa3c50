import { createHash, createPublicKey, verify } from 'node:crypto';
import { PATIENCE_MS } from '@holdfast/testkit';
import { expect, vi } from 'vitest';
import type { TestApp } from '../test-app.ts';

export const iso = (ms: number) => new Date(ms).toISOString();

export async function newCamera(test: TestApp, token: string, name: string): Promise<string> {
  const body = { name, main_url: 'rtsp://127.0.0.1:1/x' };
  return (await test.call('POST', '/config/cameras', { token, body })).body.id as string;
}

/** Requests an export and waits until it has ended. */
export async function exported(test: TestApp, token: string, body: object) {
  const created = await test.call('POST', '/exports', { token, body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return over(test, token, created.body.id);
}

export async function over(test: TestApp, token: string, id: string) {
  const read = async () => (await test.call('GET', `/exports/${id}`, { token })).body;
  return vi.waitFor(
    async () => {
      const found = await read();
      expect(found.state).not.toMatch(/queued|running/);
      return found;
    },
    { timeout: PATIENCE_MS },
  );
}

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** An independent implementation of the check in the verification page. */
export function checkManifest(text: string, contents: Record<string, Buffer>): 'genuine' | 'forged' | 'damaged' {
  const { manifest, public_key, signature } = JSON.parse(text);
  const der = Buffer.concat([ED25519_SPKI, Buffer.from(public_key, 'base64')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(JSON.stringify(manifest)), key, Buffer.from(signature, 'base64'))) return 'forged';
  const files = manifest.cameras.flatMap((camera: { files: unknown[] }) => camera.files) as {
    name: string;
    bytes: number;
    sha256: string;
  }[];
  const fits = files.every(({ name, bytes, sha256 }) => {
    const content = contents[name];
    return content?.length === bytes && createHash('sha256').update(content).digest('hex') === sha256;
  });
  return fits ? 'genuine' : 'damaged';
}
