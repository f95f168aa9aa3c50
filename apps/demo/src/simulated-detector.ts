import { sleep, type Task } from '@holdfast/kit';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import { detectorStep, type TrackedObject } from './detector-events.ts';
import { startEventBroker } from './event-broker.ts';
import type { SceneClocks } from './scene-clocks.ts';

export const DETECTOR_PREFIX = 'demo';
export const brokerUrl = (port: number): string => `mqtt://127.0.0.1:${port}`;

const LOOK_MS = 500;

export interface SimulatedDetectorOptions {
  port: number;
  clocks: SceneClocks;
  cameras?: readonly DemoCamera[];
}

/** An external detector that finds the people and cars of the scenes, because the scenes say where they are. */
export const simulatedDetector = ({ port, clocks, cameras = demoCameras }: SimulatedDetectorOptions): Task => ({
  name: 'simulated-detector',
  run: async (signal) => {
    const broker = await startEventBroker(port);
    const trackedBy = new Map<string, ReadonlyMap<string, TrackedObject>>();
    try {
      while (!signal.aborted) {
        for (const { slug, scene } of cameras) {
          const second = clocks.secondOf(slug, scene.seconds);
          const { messages, tracked } = detectorStep({
            camera: slug,
            tracked: trackedBy.get(slug) ?? new Map(),
            objects: second === undefined ? [] : scene.objectsAt(second),
            size: scene,
            nowMs: Date.now(),
          });
          trackedBy.set(slug, tracked);
          for (const message of messages) broker.publish(`${DETECTOR_PREFIX}/events`, message);
        }
        await sleep(LOOK_MS, signal);
      }
    } finally {
      await broker.stop();
    }
  },
});
