import { type Conn, readHubConfig } from '@holdfast/db';
import type { SavedHub } from '@holdfast/hub';
import type { SecretBox } from '@holdfast/kit';

export async function loadHub({ db, secrets }: { db: Conn; secrets: SecretBox }): Promise<SavedHub> {
  const { token, ...row } = await readHubConfig(db);
  return { ...row, token: token === null ? null : (secrets.open(token) ?? null) };
}
