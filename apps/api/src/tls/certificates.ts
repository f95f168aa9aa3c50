import { readFile, stat } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import { needsCertificate } from '@holdfast/domain';
import { ExitWith, exitCodes, type Logger } from '@holdfast/kit';
import {
  createAuthority,
  isSound,
  issueCertificate,
  type Pair,
  readIssued,
  readPair,
  writePair,
} from './local-authority.ts';

/** The certificate that the server shows. */
export interface Certificates {
  context(): SecureContext;
  /** Our own certificate authority in PEM form, for people to trust; undefined if the operator brings a certificate. */
  readonly authority: string | undefined;
  /** Replaces the certificate if another one is due; the old one stays if that cannot be read or made. */
  refresh(): Promise<void>;
}

const contextOf = ({ certificate, key }: Pair) =>
  createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2', honorCipherOrder: true });

/** The operator's certificate, read again when a file changes, as when it is renewed. */
export async function openCertificateFiles({
  certFile,
  keyFile,
  log,
}: {
  certFile: string;
  keyFile: string;
  log: Logger;
}): Promise<Certificates> {
  const read = async () => {
    const [certificate, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return contextOf({ certificate, key });
  };
  const version = async () => {
    const facts = await Promise.all([stat(certFile), stat(keyFile)]);
    return facts.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join();
  };
  let seen = await version().catch(() => '');
  let context = await read().catch((err: unknown) => {
    throw new ExitWith(
      exitCodes.badConfig,
      `The certificate of TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${err instanceof Error ? err.message : String(err)}`,
    );
  });
  return {
    context: () => context,
    authority: undefined,
    async refresh() {
      try {
        const now = await version();
        if (now === seen) return;
        seen = now;
        context = await read();
        log.info('the certificate was renewed');
      } catch (err) {
        log.warn({ err }, 'the changed certificate cannot be used, the old one stays');
      }
    },
  };
}

/** A certificate of our own authority, which is made at the first start and kept. */
export async function openLocalCertificates({
  folder,
  names,
  nowMs,
  log,
}: {
  folder: string;
  /** The current names of this machine. */
  names: () => readonly string[];
  nowMs: () => number;
  log: Logger;
}): Promise<Certificates> {
  const authority = await keptAuthority(folder, nowMs());
  const current = async (): Promise<Pair> => {
    const kept = await readPair(folder, 'server');
    const issued = kept !== undefined && isSound(kept, authority) ? readIssued(kept.certificate) : undefined;
    if (kept !== undefined && !needsCertificate(issued, { nowMs: nowMs(), names: names() })) return kept;
    const made = await issueCertificate(authority, { names: names(), nowMs: nowMs() });
    await writePair(folder, 'server', made);
    return made;
  };
  let pair = await current();
  let context = contextOf(pair);
  return {
    context: () => context,
    authority: authority.certificate,
    async refresh() {
      try {
        const next = await current();
        if (next.certificate === pair.certificate) return;
        pair = next;
        context = contextOf(pair);
      } catch (err) {
        log.warn({ err }, 'no new certificate can be made, the old one stays');
      }
    },
  };
}

async function keptAuthority(folder: string, nowMs: number): Promise<Pair> {
  const kept = await readPair(folder, 'authority');
  if (kept !== undefined && isSound(kept, kept)) return kept;
  const made = await createAuthority(nowMs);
  await writePair(folder, 'authority', made);
  return made;
}
