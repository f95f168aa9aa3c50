import { type Routes, reasonBody } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  listOfferedCameras,
  readHubOffer,
  setOfferedCameras,
  updateHubOffer,
} from '@holdfast/db';
import { parseBrokerUrl } from '@holdfast/detector';
import { auditChanges, reasonCode, reasonText } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import { requireCameras } from '../cameras/require-cameras.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField } from '../http/problem.ts';
import type { HubOffering } from './offer-task.ts';

export function hubOfferHandlers({
  db,
  secrets,
  hubOffering,
}: {
  db: Database;
  secrets: SecretBox;
  hubOffering: HubOffering;
}): Handlers<Routes['hubOffer']> {
  const show = async (conn: Conn) => {
    const config = await readHubOffer(conn);
    const cameras = await listOfferedCameras(conn);
    const state = hubOffering.state();
    const fault = state.kind === 'failed' ? state.reason : null;
    return {
      enabled: config.enabled,
      broker: config.broker,
      mqtt_url: config.mqttUrl,
      mqtt_username: config.mqttUsername,
      has_mqtt_password: config.mqttPassword !== null,
      discovery_prefix: config.discoveryPrefix,
      plates: config.plates,
      camera_ids: cameras.map(({ id }) => id),
      state: state.kind,
      detail: fault === null ? null : reasonText(fault),
      reason: reasonBody(fault),
    };
  };
  return {
    get: () => show(db),
    update: async ({ body, note }) => {
      const { camera_ids, mqtt_url, mqtt_username, mqtt_password, discovery_prefix, ...same } = body;
      if (mqtt_url != null && parseBrokerUrl(mqtt_url) === undefined)
        throw invalidField('/mqtt_url', reasonCode('address-not-mqtt'));
      return db.transaction().execute(async (tx) => {
        const before = await show(tx);
        if (camera_ids) {
          await requireCameras(tx, camera_ids);
          await setOfferedCameras(tx, camera_ids);
        }
        const { mqttUrl } = await readHubOffer(tx);
        // A saved password belongs to the saved broker.
        const isOther = mqtt_url !== undefined && mqtt_url !== mqttUrl;
        const sealed = mqtt_password == null ? null : secrets.seal(mqtt_password);
        const change = {
          ...same,
          ...(mqtt_url !== undefined && { mqttUrl: mqtt_url }),
          ...(mqtt_username !== undefined && { mqttUsername: mqtt_username }),
          ...(discovery_prefix !== undefined && { discoveryPrefix: discovery_prefix }),
          ...((mqtt_password !== undefined || isOther) && { mqttPassword: sealed }),
        };
        if (Object.keys(change).length > 0) await updateHubOffer(tx, change);
        const after = await show(tx);
        const changes = auditChanges({ before, after, sent: body });
        await note(tx, { ...(camera_ids && { cameraIds: camera_ids }), details: { changes } });
        return after;
      });
    },
  };
}
