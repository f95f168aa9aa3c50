const FIRST_CHOICE = 4;

/** The first few cameras to play: those with footage, otherwise those that are turned on, otherwise any. */
export function firstCameras(
  cameras: readonly { id: string; enabled: boolean }[],
  withFootage: ReadonlySet<string>,
): string[] {
  const recorded = cameras.filter(({ id }) => withFootage.has(id));
  const enabled = cameras.filter((camera) => camera.enabled);
  const best = [recorded, enabled, cameras].find((some) => some.length > 0) ?? [];
  return best.slice(0, FIRST_CHOICE).map(({ id }) => id);
}
