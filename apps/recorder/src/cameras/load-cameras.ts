import { type Conn, listCaptureCameras } from '@holdfast/db';
import { type CaptureCamera, withPassword } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';

export interface NamedCamera extends CaptureCamera {
  name: string;
}

/** What there is to record, with addresses a connection can be made to. */
export async function loadCameras({ db, secrets }: { db: Conn; secrets: SecretBox }): Promise<NamedCamera[]> {
  // A password sealed with another key is as good as none: the camera will say so.
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
      mask: row.motionMask,
      // Left empty, it is the same as here.
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
