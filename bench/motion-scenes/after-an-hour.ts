import { PixelMotion } from '@holdfast/domain';
import { type MotionScene, SCENE_FPS, SCENE_HEIGHT, SCENE_WIDTH, SceneRenderer } from './motion-scenes.ts';

const HOUR_FRAMES = 3_600 * SCENE_FPS;
const PERSON = { kind: 'person', heightShare: 0.08 } as const;

export interface AfterAnHour {
  /** Floor and ceiling as shares of the frame. */
  floor: number;
  ceiling: number;
  /** Whether the person is found at all, and in how many of the frames of the visit. */
  foundFrames: number;
  visitFrames: number;
}

/** An hour of traffic or swaying trees, then a person of 8 % of the height: does the learnt floor hide the person? */
export function personAfterAnHour(kind: 'traffic' | 'swaying trees', seed: number): AfterAnHour {
  const nuisance = kind === 'traffic' ? 'clean' : kind;
  const scene = (subject: MotionScene['subject']): MotionScene => ({ nuisance, subject, seed, seconds: 60 });
  const usual = framesOf(scene(kind === 'traffic' ? { kind: 'car' } : { kind: 'none' }));
  // A car every four seconds: those frames in which it passes, and as many after them.
  const loop = kind === 'traffic' ? usual.frames.slice(visitFrom(usual), visitFrom(usual) + 20) : usual.frames;
  const analysis = new PixelMotion({ mask: [], threshold: null });
  let n = 0;
  const see = (pixels: Uint8Array) => {
    n += 1;
    return analysis.see({ widthPx: SCENE_WIDTH, heightPx: SCENE_HEIGHT, pixels }, (n * 1000) / SCENE_FPS);
  };
  for (const pixels of usual.frames.slice(0, 50)) see(pixels);
  for (let i = 0; i < HOUR_FRAMES; i += 1) see(loop[i % loop.length] as Uint8Array);
  const person = framesOf(scene(PERSON));
  const visit = person.frames.slice(visitFrom(person), visitFrom(person) + 55);
  const verdicts = visit.map(see);
  const { floor, ceiling } = verdicts[0] ?? { floor: 0, ceiling: 0 };
  return { floor, ceiling, foundFrames: verdicts.filter(({ isMoving }) => isMoving).length, visitFrames: visit.length };
}

function framesOf(scene: MotionScene) {
  const renderer = new SceneRenderer(scene);
  return {
    visit: renderer.visit,
    frames: Array.from({ length: scene.seconds * SCENE_FPS }, (_, n) => renderer.frame(n)),
  };
}

const visitFrom = ({ visit }: { visit: { fromS: number } | undefined }): number => (visit?.fromS ?? 0) * SCENE_FPS;
