import { parseArgs } from 'node:util';
import { affectedTests } from './run-tests/affected-tests.ts';
import { changedFiles } from './run-tests/changed-files.ts';
import { afterSecondRun, secondRunOf } from './run-tests/run-again.ts';
import { runStep, type StepResult } from './run-tests/run-step.ts';
import { slowestFiles } from './run-tests/slowest-files.ts';
import { root, type Step, stepsFor } from './run-tests/steps.ts';
import { formatTally, sumOf } from './run-tests/tally.ts';
import { untilInterrupted } from './run-tests/until-interrupted.ts';

// `npm test`: every check and every test, with the tally in the last line.
// `npm test -- unit db` runs only the steps named, `npm test -- --changed` only the test files that a change since the last
// commit can affect, `--since <commit>` since another one.
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, since: { type: 'string' } },
});
const since = values.since ?? (values.changed ? 'HEAD' : undefined);
const interrupted = untilInterrupted();

const secondsSince = (startedMs: number) => ((performance.now() - startedMs) / 1_000).toFixed(1);
const run = async (step: Step): Promise<StepResult> => {
  console.log(`── ${step.name} ...`);
  const startedMs = performance.now();
  const result = await runStep(step, interrupted);
  console.log(`── ${step.name}: ${formatTally(result)} (${secondsSince(startedMs)} s)`);
  return result;
};

const startedMs = performance.now();
const files = since === undefined ? undefined : affectedTests(root, changedFiles(root, since));
if (files) {
  const count = [...files].filter((file) => !file.endsWith('.soak.test.ts')).length;
  console.log(`── ${count} test files are affected by what changed since ${since}`);
}
const started = new Map<string, Promise<StepResult | undefined>>();
for (const step of stepsFor({ names, ...(files && { files }) })) {
  const earlier = step.after.map((name) => started.get(name));
  started.set(
    step.name,
    Promise.all(earlier).then(() => (interrupted.aborted ? undefined : run(step))),
  );
}
const results = (await Promise.all(started.values())).filter((result) => result !== undefined);

const unstable: string[] = [];
for (const [i, first] of results.entries()) {
  const again = secondRunOf(first);
  if (again === undefined || interrupted.aborted) continue;
  console.log('── a second run of what failed, alone');
  const second = afterSecondRun(first, await run(again));
  results[i] = second.result;
  unstable.push(...second.unstable);
}

const total = sumOf(results);
console.log('── the slowest files');
for (const line of slowestFiles(results.flatMap(({ timings }) => timings))) console.log(line);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
for (const failure of unstable) console.log(`! failed on the busy machine, passed alone (needs fixing): ${failure}`);
if (interrupted.aborted) {
  console.log('── interrupted, the rest was not run');
  total.failed += 1;
}
console.log(`── all in ${secondsSince(startedMs)} s`);
console.log(formatTally(total));
process.exit(total.failed > 0 ? 1 : 0);
