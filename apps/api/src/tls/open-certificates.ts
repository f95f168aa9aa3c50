import { X509Certificate } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { type Clock, ExitWith, exitCodes, type Logger } from '@holdfast/kit';
import { type Certificates, openCertificateFiles, openLocalCertificates } from './certificates.ts';
import { ownNames } from './own-names.ts';

/** The settings of HTTPS. */
interface TlsEnv {
  DATA_DIR: string;
  TLS_CERT_FILE: string | undefined;
  TLS_KEY_FILE: string | undefined;
  ALLOWED_HOSTS: readonly string[];
  PUBLIC_URL: string | undefined;
}

/** The operator's certificate, or one of our own as soon as other machines can connect; undefined on this machine only. */
export async function openCertificates({
  env,
  isLoopbackOnly,
  clock,
  log,
}: {
  env: TlsEnv;
  isLoopbackOnly: boolean;
  clock: Clock;
  log: Logger;
}): Promise<Certificates | undefined> {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  if (certFile !== undefined && keyFile !== undefined) return openCertificateFiles({ certFile, keyFile, log });
  if (certFile !== undefined || keyFile !== undefined)
    throw new ExitWith(exitCodes.badConfig, 'Set both TLS_CERT_FILE and TLS_KEY_FILE, or none of them.');
  if (isLoopbackOnly) return undefined;
  const names = () =>
    ownNames({
      hostName: hostname(),
      interfaces: networkInterfaces(),
      allowedHosts: env.ALLOWED_HOSTS,
      publicUrl: env.PUBLIC_URL,
    });
  const opened = await openLocalCertificates({
    folder: join(env.DATA_DIR, 'keys', 'tls'),
    names,
    nowMs: () => clock.now(),
    log,
  });
  if (opened.authority !== undefined)
    log.info({ sha256: new X509Certificate(opened.authority).fingerprint256 }, 'HTTPS with a certificate of our own');
  return opened;
}
