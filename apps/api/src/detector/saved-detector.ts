import { type Conn, readDetectorConfig } from '@holdfast/db';
import type { SavedDetector } from '@holdfast/detector';
import type { SecretBox } from '@holdfast/kit';

export async function readSavedDetector({ db, secrets }: { db: Conn; secrets: SecretBox }): Promise<SavedDetector> {
  const { mqttPassword, ...row } = await readDetectorConfig(db);
  return { ...row, mqttPassword: mqttPassword === null ? null : (secrets.open(mqttPassword) ?? null) };
}
