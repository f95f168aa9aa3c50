import { type Conn, listOfferedCameras, readHubOffer } from '@holdfast/db';
import { type DetectorEnv, effectiveDetector } from '@holdfast/detector';
import type { OfferBroker, OfferedCamera, OfferTopics } from '@holdfast/hub';
import type { SecretBox } from '@holdfast/kit';
import { readSavedDetector } from '../detector/saved-detector.ts';

export interface OfferSettings {
  topics: OfferTopics;
  plates: boolean;
  cameras: OfferedCamera[];
  /** Undefined while nothing is to be offered, or no broker is set up. */
  broker: OfferBroker | undefined;
}

interface SettingsDeps {
  db: Conn;
  secrets: SecretBox;
  detectorEnv: DetectorEnv;
}

export async function readOfferSettings({
  db,
  secrets,
  detectorEnv,
}: SettingsDeps): Promise<OfferSettings & { enabled: boolean }> {
  const { instance, discoveryPrefix, enabled, plates, broker, mqttUrl, mqttUsername, mqttPassword } =
    await readHubOffer(db);
  const opened = mqttPassword === null ? null : (secrets.open(mqttPassword) ?? null);
  const own = { url: mqttUrl, username: mqttUsername, password: opened };
  const chosen = broker === 'own' ? own : await detectorBroker({ db, secrets, detectorEnv });
  return {
    enabled,
    topics: { instance, discoveryPrefix },
    plates,
    cameras: enabled ? await listOfferedCameras(db) : [],
    broker: chosen.url === null ? undefined : { ...chosen, url: chosen.url },
  };
}

async function detectorBroker({ db, secrets, detectorEnv }: SettingsDeps) {
  const detector = effectiveDetector(await readSavedDetector({ db, secrets }), detectorEnv);
  return { url: detector.mqttUrl, username: detector.mqttUsername, password: detector.mqttPassword };
}
