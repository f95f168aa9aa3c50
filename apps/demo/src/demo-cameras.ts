import { frontDoor, type Scene, streetByDay, streetByNight } from '@holdfast/scenes';
import type { ReadPlate } from './detector-events.ts';

export type DemoCodec = 'h264' | 'h265';

export interface DemoCamera {
  /** The path of the camera's address. */
  slug: string;
  name: string;
  scene: Scene;
  codec: DemoCodec;
  /** Its plates are read by the built-in reader and by the detector, and this one is on the watch list. */
  plates?: { watched: string; detectorReads: ReadPlate };
  /** The sensor of the simulated home on the door in the picture, and where its badge is. */
  door?: { entityId: string; name: string; x: number; y: number };
}

/** Correct except for two plates, so that a comparison of the two engines has something to show. */
const detectorReads: ReadPlate = (plate) => {
  if (plate === 'W5TJ210') return undefined;
  return plate === 'BHL3096' ? 'BHL3098' : plate;
};

export const demoCameras: readonly DemoCamera[] = [
  {
    slug: 'street',
    name: 'Street',
    scene: streetByDay,
    codec: 'h264',
    plates: { watched: 'KTR4821', detectorReads },
  },
  { slug: 'street-night', name: 'Street at night', scene: streetByNight, codec: 'h264' },
  {
    slug: 'front-door',
    name: 'Front door',
    scene: frontDoor,
    codec: 'h265',
    door: { entityId: 'binary_sensor.front_door', name: 'Front door', x: 0.64, y: 0.2 },
  },
];
