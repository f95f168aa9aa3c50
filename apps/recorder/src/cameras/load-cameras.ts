import { type Conn, listCaptureCameras } from '@holdfast/db';
import { type CaptureCamera, withPassword } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';

export interface NamedCamera extends CaptureCamera {
  name: string;
}

/** The cameras with the complete addresses of their streams, passwords included. */
export async function loadCameras({ db, secrets }: { db: Conn; secrets: SecretBox }): Promise<NamedCamera[]> {
  // A password encrypted with another server key is treated as none; the camera then reports a failed login.
  const opened = (url: string, sealed: Buffer | null) =>
    withPassword({ url, password: sealed === null ? null : (secrets.open(sealed) ?? null) });
  const rows = await listCaptureCameras(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    mainUrl: opened(row.mainUrl, row.mainPassword),
    subUrl: row.subUrl === null ? null : opened(row.subUrl, row.subPassword),
    recordAudio: row.recordAudio,
    convertVideo: row.convertVideo,
    motion: {
      pixel: row.motionPixelEnabled,
      detector: row.motionDetectorEnabled,
      hub: row.motionHubEnabled,
      camera: row.motionCameraEnabled,
      onvifUrl: row.onvifUrl,
      mask: row.motionMask,
      // If it is empty, the detector uses the same name.
      detectorCameraName: row.detectorCameraName ?? row.name,
    },
    policy: {
      mode: row.mode,
      recordStream: row.recordStream,
      recordAudio: row.policyRecordAudio,
      schedule: row.schedule,
      liveStorageId: row.liveStorageId,
      motionPreSeconds: row.motionPreSeconds,
      motionPostSeconds: row.motionPostSeconds,
      motionSensitivity: row.motionSensitivity,
      motionThreshold: row.motionThreshold,
    },
  }));
}
