import type { NamedCamera } from '../cameras/load-cameras.ts';

/** As the recorder reads it from the database. */
export const wantedCamera: NamedCamera = {
  id: 'b2f9d1f4-1111-4222-8333-444455556666',
  name: 'Gate',
  enabled: true,
  mainUrl: 'rtsp://192.0.2.7/main',
  subUrl: null,
  recordAudio: null,
  convertVideo: false,
  motion: {
    pixel: false,
    detector: false,
    hub: false,
    camera: false,
    onvifUrl: null,
    mask: [],
    detectorCameraName: null,
  },
  policy: {
    mode: 'continuous',
    recordStream: 'main',
    recordAudio: false,
    schedule: ['1'.repeat(24)],
    liveStorageId: 'disk',
    motionPreSeconds: 5,
    motionPostSeconds: 10,
    motionSensitivity: 'dynamic',
    motionThreshold: null,
  },
};
