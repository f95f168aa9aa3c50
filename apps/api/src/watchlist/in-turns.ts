/** Some steps take longer than others. */
const TURN_MS = 10;

/**
 * Runs a long calculation in parts, so that everything else of the process gets its turn in between. The calculation yields
 * after each small step.
 */
export async function inTurns<T>(steps: Generator<undefined, T, undefined>, stepsPerTurn = 1_000): Promise<T> {
  let sinceMs = performance.now();
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (count % stepsPerTurn !== 0 && performance.now() - sinceMs < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sinceMs = performance.now();
  }
}
