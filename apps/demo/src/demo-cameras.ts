import { frontDoor, type Scene, streetByDay, streetByNight } from '@holdfast/scenes';

export type DemoCodec = 'h264' | 'h265';

export interface DemoCamera {
  /** The path of the camera's address. */
  slug: string;
  name: string;
  scene: Scene;
  codec: DemoCodec;
  /** Its plates are read by the built-in reader, and this one is on the watch list. */
  watchedPlate?: string;
}

export const demoCameras: readonly DemoCamera[] = [
  { slug: 'street', name: 'Street', scene: streetByDay, codec: 'h264', watchedPlate: 'KTR4821' },
  { slug: 'street-night', name: 'Street at night', scene: streetByNight, codec: 'h264' },
  { slug: 'front-door', name: 'Front door', scene: frontDoor, codec: 'h265' },
];
