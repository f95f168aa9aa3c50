import type { DetectorConfig } from '../../api/queries.ts';

/** The fields of the form. The password is write-only: an empty one is unchanged. */
export interface DetectorFields {
  enabled: boolean;
  mqtt_url: string | null;
  mqtt_prefix: string;
  mqtt_username: string | null;
  mqtt_password: string;
  http_base_url: string | null;
  min_score: number;
  catchup_hours: number;
}

export const detectorFields = (config: DetectorConfig): DetectorFields => ({
  enabled: config.enabled,
  mqtt_url: config.mqtt_url,
  mqtt_prefix: config.mqtt_prefix,
  mqtt_username: config.mqtt_username,
  mqtt_password: '',
  http_base_url: config.http_base_url,
  min_score: config.min_score,
  catchup_hours: config.catchup_hours,
});

/** The values that a test of the connection sends. */
export const testedDetector = (fields: DetectorFields) => {
  const { mqtt_url, mqtt_prefix, mqtt_username, mqtt_password, http_base_url } = fields;
  return { mqtt_url, mqtt_prefix, mqtt_username, http_base_url, ...(mqtt_password !== '' && { mqtt_password }) };
};

/** Whether the answer to one set of values also holds for another. */
export const isSameDetectorTest = (asked: DetectorFields, now: DetectorFields): boolean =>
  JSON.stringify(testedDetector(asked)) === JSON.stringify(testedDetector(now));

/** A saved password belongs to the saved broker. */
export const keepsPassword = (config: DetectorConfig, { mqtt_url }: DetectorFields): boolean =>
  config.has_mqtt_password && mqtt_url === config.mqtt_url;

/** The effect of saving; undefined if the connection stays as it is. */
export type DetectorEffect = 'connects' | 'disconnects' | 'moves' | 'needs-broker';

export function detectorEffect(config: DetectorConfig, wanted: DetectorFields): DetectorEffect | undefined {
  const isUsable = wanted.enabled && wanted.mqtt_url !== null;
  const wasUsable = config.enabled && config.mqtt_url !== null;
  if (wasUsable && !isUsable) return 'disconnects';
  if (wanted.enabled && wanted.mqtt_url === null) return 'needs-broker';
  if (!isUsable) return undefined;
  if (!wasUsable) return 'connects';
  return wanted.mqtt_url === config.mqtt_url ? undefined : 'moves';
}
