import { useSyncExternalStore } from 'react';

interface Sound {
  /** One camera is heard at a time. */
  heardCameraId: string | undefined;
  volume: number;
}

const STORED_AS = 'holdfast.volume';
const listeners = new Set<() => void>();
const stored = Number(localStorage.getItem(STORED_AS) ?? Number.NaN);
let sound: Sound = { heardCameraId: undefined, volume: stored >= 0 && stored <= 1 ? stored : 1 };

const change = (next: Sound) => {
  sound = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = () => sound;

export const hear = (cameraId: string | undefined): void => change({ ...sound, heardCameraId: cameraId });

export function setVolume(volume: number): void {
  localStorage.setItem(STORED_AS, String(volume));
  change({ ...sound, volume });
}

/** Whether a camera is heard, and how loud. Turning one on turns the others off. */
export function useSound(cameraId: string) {
  const { heardCameraId, volume } = useSyncExternalStore(subscribe, current);
  const isOn = heardCameraId === cameraId;
  return { isOn, volume, toggle: () => hear(isOn ? undefined : cameraId) };
}
