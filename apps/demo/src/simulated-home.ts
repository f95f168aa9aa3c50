import { sleep, type Task } from '@holdfast/kit';
import { doorOpen } from '@holdfast/scenes';
import { startSimulatedHub } from '@holdfast/simulated-hub';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import type { SceneClocks } from './scene-clocks.ts';

/** Not a secret: the hub listens on this machine only and has nothing but a drawn door. */
export const HUB_TOKEN = 'demo';
export const hubUrl = (port: number): string => `http://127.0.0.1:${port}`;

const POLL_MS = 100;

export interface SimulatedHomeOptions {
  port: number;
  clocks: SceneClocks;
  cameras?: readonly DemoCamera[];
}

/** A smart-home hub whose door sensor follows the door in the picture; unavailable while the camera does not play. */
export const simulatedHome = ({ port, clocks, cameras = demoCameras }: SimulatedHomeOptions): Task => ({
  name: 'simulated-home',
  run: async (signal) => {
    const hub = await startSimulatedHub({ port, token: HUB_TOKEN });
    const shown = new Map<string, string>();
    try {
      while (!signal.aborted) {
        for (const { slug, scene, door } of cameras) {
          if (!door) continue;
          const state = doorState(clocks.secondOf(slug, scene));
          if (shown.get(door.entityId) === state) continue;
          shown.set(door.entityId, state);
          hub.set(door.entityId, state, { device_class: 'door', friendly_name: door.name });
        }
        await sleep(POLL_MS, signal);
      }
    } finally {
      await hub.stop();
    }
  },
});

const doorState = (second: number | undefined): string => {
  if (second === undefined) return 'unavailable';
  return second >= doorOpen.fromSecond && second < doorOpen.toSecond ? 'on' : 'off';
};
