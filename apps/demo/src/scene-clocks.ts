import { frameCount, type Scene } from '@holdfast/scenes';

/** The position of each simulated camera in its looping scene. */
export interface SceneClocks {
  /** Notes how many frames of its scene a camera has sent. */
  sent(slug: string, frames: number): void;
  ended(slug: string): void;
  /** When the last sent frame begins; undefined while the camera does not play. */
  secondOf(slug: string, scene: Scene): number | undefined;
}

export function createSceneClocks(): SceneClocks {
  const sentFrames = new Map<string, number>();
  return {
    sent: (slug, frames) => void sentFrames.set(slug, frames),
    ended: (slug) => void sentFrames.delete(slug),
    secondOf: (slug, scene) => {
      const frames = sentFrames.get(slug);
      return frames === undefined || frames < 1 ? undefined : ((frames - 1) % frameCount(scene)) / scene.fps;
    },
  };
}

/**
 * Reads the lines of ffmpeg's `-progress` and counts the frames of the scene. It counts what was sent and not the time,
 * because on a busy machine the encoder starts late and falls behind.
 */
export function countFrames(onCount: (frames: number) => void): (line: string) => void {
  let counts = new Map<string, number>();
  return (line) => {
    const [name = '', value = ''] = line.split('=', 2);
    counts.set(name, Number(value));
    if (name !== 'progress') return;
    const { frame = 0, dup_frames = 0, drop_frames = 0 } = Object.fromEntries(counts);
    counts = new Map();
    onCount(frame - dup_frames + drop_frames);
  };
}
