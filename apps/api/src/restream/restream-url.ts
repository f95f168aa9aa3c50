import { type Database, findRestreamAccount } from '@holdfast/db';
import type { StreamName } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';

export interface RestreamDeps {
  db: Database;
  secrets: SecretBox;
  restreamHost: string;
  rtspPort: number;
}

/** The restream URL of a camera's stream, with credentials; undefined until the restream has an account. */
export async function restreamUrl(
  { db, secrets, restreamHost, rtspPort }: RestreamDeps,
  { cameraId, stream }: { cameraId: string; stream: StreamName },
): Promise<string | undefined> {
  const account = await findRestreamAccount(db);
  const password = account && secrets.open(account.password);
  if (!account || password === undefined) return undefined;
  const host = restreamHost.includes(':') ? `[${restreamHost}]` : restreamHost;
  return `rtsp://${account.username}:${encodeURIComponent(password)}@${host}:${rtspPort}/${cameraId}/${stream}`;
}

/** A restream on the same machine listens on the same host. */
export const restreamHostOf = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
