import { runStep, type StepResult } from './run-tests/run-step.ts';
import { stepsFor } from './run-tests/steps.ts';
import { sayTally, sumOf } from './run-tests/tally.ts';

// What `npm test` runs: every check and every test, and at the end one line that says how it went.
// `npm test -- unit db` runs only the steps named.
const interrupted = new AbortController();
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => interrupted.abort());

const results: StepResult[] = [];
for (const step of stepsFor(process.argv.slice(2))) {
  if (interrupted.signal.aborted) break;
  console.log(`── ${step.name} ...`);
  const startedMs = performance.now();
  const result = await runStep(step, interrupted.signal);
  results.push(result);
  console.log(`── ${step.name}: ${sayTally(result)} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`);
}

const total = sumOf(results);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
if (interrupted.signal.aborted) {
  console.log('── interrupted, the rest was not run');
  total.failed += 1;
}
console.log(sayTally(total));
process.exit(total.failed > 0 ? 1 : 0);
