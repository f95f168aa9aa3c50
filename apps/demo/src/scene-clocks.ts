/** At which second of its loop each simulated camera is. */
export interface SceneClocks {
  started(slug: string): void;
  ended(slug: string): void;
  /** Undefined while the camera does not play. */
  secondOf(slug: string, sceneSeconds: number): number | undefined;
}

export function createSceneClocks(nowMs: () => number): SceneClocks {
  const startedMs = new Map<string, number>();
  return {
    started: (slug) => void startedMs.set(slug, nowMs()),
    ended: (slug) => void startedMs.delete(slug),
    secondOf: (slug, sceneSeconds) => {
      const started = startedMs.get(slug);
      return started === undefined ? undefined : ((nowMs() - started) / 1_000) % sceneSeconds;
    },
  };
}
