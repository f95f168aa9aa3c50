import { type Routes, reasonBody } from '@holdfast/contract';
import { type Conn, type Database, type DetectorConfigRow, updateDetectorConfig } from '@holdfast/db';
import {
  type DetectorEnv,
  DetectorReplyFault,
  type DetectorSettings,
  detectorGet,
  detectorHttp,
  effectiveDetector,
  parseBrokerUrl,
  type SavedDetector,
  tryBroker,
} from '@holdfast/detector';
import { addressReason, auditChanges, readReason, reasonCode, reasonText } from '@holdfast/domain';
import { type OutboundRule, resolveOutbound, type SecretBox } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { invalidField } from '../http/problem.ts';
import type { DetectorIngest } from './detector-ingest.ts';
import { readSavedDetector } from './saved-detector.ts';

interface Change {
  enabled?: boolean;
  mqtt_url?: string | null;
  mqtt_prefix?: string;
  mqtt_username?: string | null;
  mqtt_password?: string | null;
  http_base_url?: string | null;
  min_score?: number;
  catchup_hours?: number;
}

export function detectorHandlers({
  db,
  secrets,
  outbound,
  detectorEnv,
  detector,
}: {
  db: Database;
  secrets: SecretBox;
  outbound: OutboundRule;
  detectorEnv: DetectorEnv;
  detector: DetectorIngest;
}): Handlers<Routes['detector']> {
  const show = async (conn: Conn) => {
    const settings = effectiveDetector(await readSavedDetector({ db: conn, secrets }), detectorEnv);
    const { state, reason, faults, unmappedCameras } = detector.report();
    return {
      enabled: settings.enabled,
      mqtt_url: settings.mqttUrl,
      mqtt_prefix: settings.mqttPrefix,
      mqtt_username: settings.mqttUsername,
      has_mqtt_password: settings.mqttPassword !== null,
      http_base_url: settings.httpBaseUrl,
      min_score: settings.minScore,
      catchup_hours: settings.catchupHours,
      source: settings.isFromConsole ? ('console' as const) : ('environment' as const),
      state,
      reason: reason === null ? null : reasonText(reason),
      cause: reasonBody(reason),
      faults,
      unmapped_cameras: unmappedCameras,
    };
  };
  const tryHttp = async (baseUrl: string) => {
    try {
      const sizes = await detectorHttp(baseUrl, detectorGet(outbound)).frameSizes(AbortSignal.timeout(8_000));
      return { ok: true, detail: `The detector knows ${sizes.size} cameras.`, reason: null };
    } catch (err) {
      return failed(httpFault(err));
    }
  };
  const tryMqtt = async ({ mqttUrl, mqttPrefix, mqttUsername, mqttPassword }: DetectorSettings) => {
    if (mqttUrl === null) return null;
    const url = new URL(mqttUrl);
    const port = Number(url.port || (url.protocol === 'mqtts:' ? 8883 : 1883));
    const found = await resolveOutbound(url.hostname, port, outbound);
    if (found.kind !== 'ok') return failed(addressReason(found));
    const fault = await tryBroker({
      url: mqttUrl,
      prefix: mqttPrefix,
      username: mqttUsername,
      password: mqttPassword,
    });
    return fault ? failed(fault) : { ok: true, detail: `Subscribed to ${mqttPrefix}/events.`, reason: null };
  };

  return {
    get: () => show(db),
    update: async ({ body, note }) => {
      refuseBadAddresses(body);
      const { mqtt_password: password = null } = body;
      return db.transaction().execute(async (tx) => {
        const before = await show(tx);
        // A saved password belongs to the saved broker.
        const isOther = body.mqtt_url !== undefined && body.mqtt_url !== before.mqtt_url;
        const change: Partial<DetectorConfigRow> = {
          ...columnsOf(body),
          ...((body.mqtt_password !== undefined || isOther) && {
            mqttPassword: password === null ? null : secrets.seal(password),
          }),
        };
        if (Object.keys(change).length > 0) await updateDetectorConfig(tx, change);
        const after = await show(tx);
        await note(tx, { details: { changes: auditChanges({ before, after, sent: body }) } });
        return after;
      });
    },
    test: async ({ body }) => {
      refuseBadAddresses(body);
      const saved = await readSavedDetector({ db, secrets });
      // A saved password is for the saved broker: it is not sent to other addresses that are tested.
      const isOtherBroker = body.mqtt_url !== undefined && body.mqtt_url !== saved.mqttUrl;
      const tried: SavedDetector = {
        ...saved,
        ...columnsOf(body),
        mqttPassword:
          body.mqtt_password === undefined && !isOtherBroker ? saved.mqttPassword : (body.mqtt_password ?? null),
      };
      const settings = effectiveDetector(tried, isOtherBroker ? {} : detectorEnv);
      const [mqtt, http] = await Promise.all([
        tryMqtt(settings),
        settings.httpBaseUrl === null ? null : tryHttp(settings.httpBaseUrl),
      ]);
      return { mqtt, http };
    },
  };
}

const failed = (reason: string) => ({ ok: false, detail: reasonText(reason), reason: reasonBody(reason) });

/** Refused addresses come as a code; what a connection fails with is of no use to people. */
function httpFault(err: unknown): string {
  if (err instanceof DetectorReplyFault) return reasonCode('detector-http-foreign');
  return err instanceof Error && readReason(err.message) ? err.message : reasonCode('detector-http-silent');
}

function refuseBadAddresses({ mqtt_url, http_base_url }: Change): void {
  if (mqtt_url != null && parseBrokerUrl(mqtt_url) === undefined)
    throw invalidField('/mqtt_url', reasonCode('address-not-mqtt'));
  const url = http_base_url == null ? undefined : URL.parse(http_base_url);
  if (url === null || (url !== undefined && !['http:', 'https:'].includes(url.protocol)))
    throw invalidField('/http_base_url', reasonCode('address-not-http'));
}

const columnsOf = (body: Change) => ({
  ...(body.enabled !== undefined && { enabled: body.enabled }),
  ...(body.mqtt_url !== undefined && { mqttUrl: body.mqtt_url }),
  ...(body.mqtt_prefix !== undefined && { mqttPrefix: body.mqtt_prefix }),
  ...(body.mqtt_username !== undefined && { mqttUsername: body.mqtt_username }),
  ...(body.http_base_url !== undefined && { httpBaseUrl: body.http_base_url }),
  ...(body.min_score !== undefined && { minScore: body.min_score }),
  ...(body.catchup_hours !== undefined && { catchupHours: body.catchup_hours }),
});
