import type { WatchingSource } from './motion-source.ts';
import type { MotionInput, MotionSettings } from './motion-state.ts';

export interface TimedInput {
  atMs: number;
  input: MotionInput;
}

/**
 * Whether the combined sources want footage of a moment, computed from all inputs up to then. Slow and stateless: a
 * direct transcription of the rules.
 */
export function wantedAt(
  inputs: readonly TimedInput[],
  settings: MotionSettings,
  startMs: number,
  tMs: number,
): boolean {
  const inputsSoFar = inputs.filter(({ atMs }) => atMs <= tMs);
  const objects = settings.enabled.some((source) => hasObject(inputsSoFar, source));
  const byHand = inputs.some(
    ({ input, atMs }) => input.kind === 'record' && input.fromMs <= tMs && tMs < Math.max(atMs, input.untilMs),
  );
  const early = inputs.some(
    ({ input, atMs }) =>
      input.kind === 'start' &&
      settings.enabled.includes(input.source) &&
      input.fromMs !== undefined &&
      input.fromMs <= tMs &&
      tMs <= atMs,
  );
  return objects || byHand || early || keepsEverything(inputsSoFar, settings, startMs, tMs);
}

function hasObject(inputsSoFar: readonly TimedInput[], source: WatchingSource): boolean {
  const about = inputsSoFar.map(({ input }) => input).filter((input) => 'source' in input && input.source === source);
  const lastAble = about.findLastIndex(({ kind }) => kind === 'able');
  const snapshot = about[lastAble];
  const objects = new Set(snapshot?.kind === 'able' ? snapshot.active : []);
  for (const input of about.slice(lastAble + 1)) {
    if (input.kind === 'start') objects.add(input.key);
    if (input.kind === 'stop') objects.delete(input.key);
  }
  return objects.size > 0;
}

function keepsEverything(
  inputsSoFar: readonly TimedInput[],
  { enabled }: MotionSettings,
  startMs: number,
  tMs: number,
): boolean {
  const unableForMs = enabled.map((source) => {
    const last = inputsSoFar.filter(
      ({ input }) => (input.kind === 'able' || input.kind === 'unable') && input.source === source,
    );
    let sinceMs: number | undefined = startMs;
    for (const { input, atMs } of last) sinceMs = input.kind === 'able' ? undefined : (sinceMs ?? atMs);
    return { source, forMs: sinceMs === undefined ? -1 : tMs - sinceMs };
  });
  const unable = unableForMs.filter(({ forMs }) => forMs >= 0);
  if (unable.length === enabled.length) return true;
  return unable.some(({ source, forMs }) => source === 'hub' || forMs >= 60_000);
}
