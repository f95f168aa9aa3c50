import type { CameraConfig } from '../api/queries.ts';

/** The switches of a camera's motion sources, in the order of the forms. */
export const motionSwitches = [
  'motion_pixel_enabled',
  'motion_camera_enabled',
  'motion_detector_enabled',
  'motion_hub_enabled',
] as const;
export type MotionSwitch = (typeof motionSwitches)[number];
export type MotionSwitches = Pick<CameraConfig, MotionSwitch>;

/** A hub without a linked sensor makes a camera record everything: then it can only be turned off. */
export const canTurnOn = (source: MotionSwitch, { hasSensor }: { hasSensor: boolean }): boolean =>
  source !== 'motion_hub_enabled' || hasSensor;

export const hasMotionSource = (camera: MotionSwitches): boolean => motionSwitches.some((source) => camera[source]);

/** The values that a source can be set to for several cameras. */
export function turnsOf(
  source: MotionSwitch,
  cameras: readonly (MotionSwitches & { id: string })[],
  withSensor: ReadonlySet<string>,
): ('on' | 'off')[] {
  if (source !== 'motion_hub_enabled') return ['on', 'off'];
  const off = cameras.filter((camera) => !camera[source]);
  const isOnOffered = off.length > 0 && off.every(({ id }) => canTurnOn(source, { hasSensor: withSensor.has(id) }));
  return [...(isOnOffered ? (['on'] as const) : []), ...(off.length < cameras.length ? (['off'] as const) : [])];
}
