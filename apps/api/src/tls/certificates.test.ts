import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCertificateFiles, openLocalCertificates } from './certificates.ts';
import { createAuthority, issueCertificate, writePair } from './local-authority.ts';
import { openCertificates } from './open-certificates.ts';

const DAY_MS = 86_400_000;
const log = createLogger({ name: 'test', level: 'silent' });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-certificates-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const served = async () => new X509Certificate(await readFile(join(folder, 'server.crt')));

describe('a certificate of our own', () => {
  let nowMs = Date.now();
  let names = ['localhost', '192.168.1.5', 'fd00::2'];
  const open = () => openLocalCertificates({ folder, names: () => names, nowMs: () => nowMs, log });
  beforeEach(() => {
    nowMs = Date.now();
    names = ['localhost', '192.168.1.5', 'fd00::2'];
  });

  it('is for the names of this machine, from an authority that signs nothing else', async () => {
    const { authority = '' } = await open();
    const [server, issuer] = [await served(), new X509Certificate(authority)];
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('192.168.1.5')).toBe('192.168.1.5');
    expect(server.verify(issuer.publicKey)).toBe(true);
    expect([issuer.ca, server.ca]).toEqual([true, false]);
    expect(Date.parse(server.validTo) - Date.parse(server.validFrom)).toBeLessThanOrEqual(398 * DAY_MS);
    for (const file of ['authority.key', 'server.key'])
      expect(((await stat(join(folder, file))).mode & 0o777).toString(8)).toBe('600');
  });

  it('is kept by the next start', async () => {
    const before = [(await open()).authority, (await served()).fingerprint256];
    expect([(await open()).authority, (await served()).fingerprint256]).toEqual(before);
  });

  it('is made again by the same authority when the machine gets another address, and before it ends', async () => {
    const certificates = await open();
    const [first, context] = [(await served()).fingerprint256, certificates.context()];
    await certificates.refresh();
    expect(certificates.context()).toBe(context);
    names = [...names, '10.0.0.7'];
    await certificates.refresh();
    const second = await served();
    expect(second.checkIP('10.0.0.7')).toBe('10.0.0.7');
    expect(second.fingerprint256).not.toBe(first);
    expect(certificates.context()).not.toBe(context);
    nowMs += 380 * DAY_MS;
    await certificates.refresh();
    expect(Date.parse((await served()).validTo)).toBeGreaterThan(nowMs + 300 * DAY_MS);
    expect((await open()).authority).toBe(certificates.authority);
  });

  it('is made again if a file does not belong to the other', async () => {
    await open();
    const stranger = await issueCertificate(await createAuthority(nowMs), { names, nowMs });
    await writeFile(join(folder, 'server.key'), stranger.key);
    const { authority = '' } = await open();
    expect((await served()).verify(new X509Certificate(authority).publicKey)).toBe(true);
  });
});

describe('a certificate of the operator', () => {
  const files = () => ({ certFile: join(folder, 'own.crt'), keyFile: join(folder, 'own.key') });
  const write = async (name: string) => {
    const nowMs = Date.now();
    await writePair(folder, 'own', await issueCertificate(await createAuthority(nowMs), { names: [name], nowMs }));
  };

  it('is read again when it changes, and stays while the new one cannot be used', async () => {
    await write('one.lan');
    const certificates = await openCertificateFiles({ ...files(), log });
    const first = certificates.context();
    await certificates.refresh();
    expect(certificates.context()).toBe(first);
    await write('two.lan');
    await certificates.refresh();
    const second = certificates.context();
    expect(second).not.toBe(first);
    await writeFile(files().certFile, 'half a file');
    await certificates.refresh();
    expect(certificates.context()).toBe(second);
    expect(certificates.authority).toBeUndefined();
  });

  it.each([
    ['is missing', async () => undefined],
    [
      'is no certificate',
      () => writeFile(join(folder, 'own.crt'), 'x').then(() => writeFile(join(folder, 'own.key'), 'x')),
    ],
  ])('that %s stops the start with a sentence', async (_title, prepare) => {
    await prepare();
    await expect(openCertificateFiles({ ...files(), log })).rejects.toThrow(
      /^The certificate of TLS_CERT_FILE and TLS_KEY_FILE cannot be used: /,
    );
  });
});

describe('the choice of a certificate', () => {
  const env = {
    DATA_DIR: '',
    ALLOWED_HOSTS: [],
    PUBLIC_URL: undefined,
    TLS_CERT_FILE: undefined,
    TLS_KEY_FILE: undefined,
  };
  const clock = { now: () => Date.now() } as never;

  it('is none while only this machine can connect', async () => {
    expect(
      await openCertificates({ env: { ...env, DATA_DIR: folder }, isLoopbackOnly: true, clock, log }),
    ).toBeUndefined();
  });

  it('needs both files of the operator', async () => {
    const half = { ...env, DATA_DIR: folder, TLS_CERT_FILE: '/some.crt' };
    await expect(openCertificates({ env: half, isLoopbackOnly: true, clock, log })).rejects.toThrow(
      'Set both TLS_CERT_FILE and TLS_KEY_FILE, or none of them.',
    );
  });
});
