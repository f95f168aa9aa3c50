import { sleep, type Task } from '@holdfast/kit';
import { scenePicture } from '@holdfast/scenes';
import { type DemoCamera, demoCameras } from './demo-cameras.ts';
import { detectorStep, type TrackedObject } from './detector-events.ts';
import { createDetectorHistory } from './detector-history.ts';
import { startDetectorHttp } from './detector-http.ts';
import { startEventBroker } from './event-broker.ts';
import type { SceneClocks } from './scene-clocks.ts';

export const DETECTOR_PREFIX = 'demo';
export const brokerUrl = (port: number): string => `mqtt://127.0.0.1:${port}`;
export const detectorUrl = (port: number): string => `http://127.0.0.1:${port}`;

const POLL_MS = 500;
const MOST_PICTURES = 500;

export interface SimulatedDetectorOptions {
  ports: { mqtt: number; http: number };
  clocks: SceneClocks;
  ffmpegPath: string;
  cameras?: readonly DemoCamera[];
}

/** An external detector that finds the people, cars and plates of the scenes, whose positions the scenes provide. */
export const simulatedDetector = ({
  ports,
  clocks,
  ffmpegPath,
  cameras = demoCameras,
}: SimulatedDetectorOptions): Task => ({
  name: 'simulated-detector',
  run: async (signal) => {
    const history = createDetectorHistory();
    /** When the plate of an object was read. */
    const pictures = new Map<string, { camera: DemoCamera; second: number }>();
    const pictureOf = async (objectId: string) => {
      const picture = pictures.get(objectId);
      return picture && scenePicture(picture.camera.scene, picture.second, ffmpegPath);
    };
    const broker = await startEventBroker(ports.mqtt);
    const http = await startDetectorHttp({ port: ports.http, cameras, history, pictureOf });
    const trackedBy = new Map<string, ReadonlyMap<string, TrackedObject>>();

    const look = (camera: DemoCamera) => {
      const { slug, scene, plates } = camera;
      const second = clocks.secondOf(slug, scene);
      const { messages, tracked } = detectorStep({
        camera: slug,
        tracked: trackedBy.get(slug) ?? new Map(),
        objects: second === undefined ? [] : scene.objectsAt(second),
        size: scene,
        ...(plates && { readPlate: plates.detectorReads }),
        nowMs: Date.now(),
      });
      trackedBy.set(slug, tracked);
      for (const message of messages) {
        const { id, has_snapshot } = message.after;
        if (has_snapshot && second !== undefined && !pictures.has(id)) pictures.set(id, { camera, second });
        history.note(message.after);
        broker.publish(`${DETECTOR_PREFIX}/events`, message);
      }
      const [oldest] = pictures.keys();
      if (pictures.size > MOST_PICTURES && oldest !== undefined) pictures.delete(oldest);
    };
    try {
      while (!signal.aborted) {
        for (const camera of cameras) look(camera);
        await sleep(POLL_MS, signal);
      }
    } finally {
      await Promise.all([broker.stop(), http.stop()]);
    }
  },
});
