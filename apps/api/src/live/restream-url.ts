import { type Database, findRestreamAccount } from '@holdfast/db';
import type { StreamName } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';

export interface RestreamDeps {
  db: Database;
  secrets: SecretBox;
  restreamHost: string;
  rtspPort: number;
}

/** A camera's stream in our own restream, with its credentials; undefined until the restream has an account. */
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

/** The restream beside us listens where we do. */
export const restreamHostOf = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
