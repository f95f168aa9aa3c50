import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATE_DAYS, type IssuedCertificate } from '@holdfast/domain';
import { replaceFile } from '@holdfast/kit';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
// Clocks of phones and this machine may differ.
const BACKDATED_MS = DAY_MS;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface Pair {
  certificate: string;
  key: string;
}

/** The library is loaded only when a certificate is made, about once a year. */
async function loadX509() {
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** A certificate authority of this installation only: trusting it does not mean trusting any other. */
export async function createAuthority(nowMs: number): Promise<Pair> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // So that a browser distinguishes two installations.
    name: `CN=Holdfast on ${plainName(hostname())} ${randomBytes(3).toString('hex')}`,
    notBefore: new Date(nowMs - BACKDATED_MS),
    notAfter: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** A certificate of this server, for these host names and addresses. */
export async function issueCertificate(
  authority: Pair,
  { names, nowMs }: { names: readonly string[]; nowMs: number },
): Promise<Pair> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(authority.certificate);
  const der = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), ALGORITHM, false, ['sign']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Holdfast',
    issuer: issuer.subject,
    notBefore: new Date(nowMs - BACKDATED_MS),
    notAfter: new Date(nowMs + CERTIFICATE_DAYS * DAY_MS - BACKDATED_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** The names and the expiry of a certificate in PEM form. */
export function readIssued(pem: string): IssuedCertificate {
  const { validTo, subjectAltName = '' } = new X509Certificate(pem);
  const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/g)].map(([, name = '']) => shortAddress(name));
  return { validUntilMs: Date.parse(validTo), names };
}

/** Whether a key belongs to its certificate, and the certificate to the authority. */
export function isSound({ certificate, key }: Pair, authority: Pair): boolean {
  const parsed = new X509Certificate(certificate);
  const issuer = new X509Certificate(authority.certificate);
  return parsed.checkPrivateKey(createPrivateKey(key)) && parsed.verify(issuer.publicKey);
}

/** A pair of files; undefined if one is missing. */
export async function readPair(folder: string, name: string): Promise<Pair | undefined> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(folder, `${name}.crt`), 'utf8'),
      readFile(join(folder, `${name}.key`), 'utf8'),
    ]);
    return { certificate, key };
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw err;
  }
}

/** Both are replaced as a whole; after a kill between the two they do not belong together, and are made again. */
export async function writePair(folder: string, name: string, { certificate, key }: Pair): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(join(folder, `${name}.key`), key, { mode: 0o600 });
  await replaceFile(join(folder, `${name}.crt`), certificate, { mode: 0o600 });
}

const exportKey = async (key: CryptoKey): Promise<string> => {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
};

/** Positive, as the standard demands. */
const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;

/** Names of certificates have a syntax of their own. */
const plainName = (text: string): string => text.replaceAll(/[^\w.-]/g, '-').slice(0, 40);

/** Certificates spell IPv6 addresses out; the system shortens them. */
export function shortAddress(name: string): string {
  if (isIP(name) !== 6) return name.toLowerCase();
  return new URL(`http://[${name}]`).hostname.slice(1, -1);
}
