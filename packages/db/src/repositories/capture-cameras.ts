import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Every camera that was not removed, with the part of its effective policy that decides what is recorded. */
export const listCaptureCameras = (conn: Conn) =>
  conn
    .selectFrom('camera')
    .innerJoin('recordingPolicy', 'recordingPolicy.id', 'camera.policyId')
    .select([
      'camera.id',
      'camera.name',
      'camera.enabled',
      'camera.mainUrl',
      'camera.mainPassword',
      'camera.subUrl',
      'camera.subPassword',
      'camera.recordAudio',
      'camera.convertVideo',
      'camera.motionPixelEnabled',
      'camera.motionDetectorEnabled',
      'camera.motionHubEnabled',
      'camera.motionCameraEnabled',
      'camera.onvifUrl',
      'camera.motionMask',
      'camera.detectorCameraName',
      'recordingPolicy.mode',
      'recordingPolicy.recordStream',
      'recordingPolicy.recordAudio as policyRecordAudio',
      'recordingPolicy.schedule',
      'recordingPolicy.liveStorageId',
      'recordingPolicy.motionPreSeconds',
      'recordingPolicy.motionPostSeconds',
      'recordingPolicy.motionSensitivity',
      'recordingPolicy.motionThreshold',
    ])
    .where('camera.removedAt', 'is', null)
    .orderBy('camera.id')
    .execute();

/** Whether the user of this session may currently see this camera. A removed camera has no stream to see. */
export const sessionSeesCamera = async (
  conn: Conn,
  { sessionId, cameraId, now }: { sessionId: string; cameraId: string; now: Date },
): Promise<boolean> => {
  const found = await conn
    .selectFrom('session')
    .innerJoin('cameraScope', 'cameraScope.userId', 'session.userId')
    .innerJoin('camera', 'camera.id', 'cameraScope.cameraId')
    .select(sql`1`.as('one'))
    .where('session.id', '=', sessionId)
    .where('session.expiresAt', '>', now)
    .where('cameraScope.cameraId', '=', cameraId)
    .where('camera.removedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
};
