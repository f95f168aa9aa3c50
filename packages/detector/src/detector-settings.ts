/** The connection to the detector, from the console or else from the environment. */
export interface DetectorSettings {
  enabled: boolean;
  sourceId: string;
  mqttUrl: string | null;
  mqttPrefix: string;
  mqttUsername: string | null;
  mqttPassword: string | null;
  httpBaseUrl: string | null;
  minScore: number;
  catchupHours: number;
}

/** As saved in the console; null if not set there. */
export interface SavedDetector
  extends Omit<DetectorSettings, 'enabled' | 'mqttPrefix' | 'mqttPassword' | 'mqttUrl' | 'httpBaseUrl'> {
  enabled: boolean | null;
  mqttUrl: string | null;
  mqttPrefix: string | null;
  /** Decrypted; null also if it cannot be decrypted. */
  mqttPassword: string | null;
  httpBaseUrl: string | null;
}

export interface DetectorEnv {
  DETECTOR_MQTT_URL?: string | undefined;
  DETECTOR_MQTT_PREFIX?: string | undefined;
  DETECTOR_MQTT_USERNAME?: string | undefined;
  DETECTOR_MQTT_PASSWORD?: string | undefined;
  DETECTOR_HTTP_URL?: string | undefined;
}

const DEFAULT_PREFIX = 'frigate';

/**
 * The console takes precedence. Credentials from the environment are used only with the broker from the environment.
 */
export function effectiveDetector(
  saved: SavedDetector,
  env: DetectorEnv,
): DetectorSettings & { isFromConsole: boolean } {
  const isFromConsole = saved.mqttUrl !== null || env.DETECTOR_MQTT_URL === undefined;
  return {
    enabled: saved.enabled ?? env.DETECTOR_MQTT_URL !== undefined,
    sourceId: saved.sourceId,
    mqttUrl: saved.mqttUrl ?? env.DETECTOR_MQTT_URL ?? null,
    mqttPrefix: saved.mqttPrefix ?? env.DETECTOR_MQTT_PREFIX ?? DEFAULT_PREFIX,
    mqttUsername: saved.mqttUsername ?? (isFromConsole ? null : (env.DETECTOR_MQTT_USERNAME ?? null)),
    mqttPassword: saved.mqttPassword ?? (isFromConsole ? null : (env.DETECTOR_MQTT_PASSWORD ?? null)),
    httpBaseUrl: saved.httpBaseUrl ?? env.DETECTOR_HTTP_URL ?? null,
    minScore: saved.minScore,
    catchupHours: saved.catchupHours,
    isFromConsole,
  };
}

/** Undefined if it is not a broker's address. */
export function parseBrokerUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !['mqtt:', 'mqtts:'].includes(url.protocol) || url.hostname === '') return undefined;
  // Credentials in the address would be visible to everyone who sees the address.
  return url.username === '' && url.password === '' ? url : undefined;
}
