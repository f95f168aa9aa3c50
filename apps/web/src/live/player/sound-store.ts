import { useSyncExternalStore } from 'react';

interface Sound {
  /** One camera is audible at a time. */
  audibleCameraId: string | undefined;
  volume: number;
}

const STORED_AS = 'holdfast.volume';
const listeners = new Set<() => void>();
const stored = Number(localStorage.getItem(STORED_AS) ?? Number.NaN);
let sound: Sound = { audibleCameraId: undefined, volume: stored >= 0 && stored <= 1 ? stored : 1 };

const change = (next: Sound) => {
  sound = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = () => sound;

export const setAudibleCamera = (cameraId: string | undefined): void => change({ ...sound, audibleCameraId: cameraId });

export function setVolume(volume: number): void {
  localStorage.setItem(STORED_AS, String(volume));
  change({ ...sound, volume });
}

/** Sound of a camera and its volume. Turning it on mutes the others. */
export function useSound(cameraId: string) {
  const { audibleCameraId, volume } = useSyncExternalStore(subscribe, current);
  const isOn = audibleCameraId === cameraId;
  return { isOn, volume, toggle: () => setAudibleCamera(isOn ? undefined : cameraId) };
}
