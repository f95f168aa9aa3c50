import { parseArgs } from 'node:util';
import { cameras } from './entries/cameras.ts';
import { exportOfAnHour } from './entries/export.ts';
import { me } from './entries/me.ts';
import { compare, type Entry, type Pace, type Plan } from './harness.ts';
import { reportOf } from './report.ts';

const entries: readonly Entry[] = [me, cameras, exportOfAnHour];

const plans: Record<Pace, Plan> = {
  full: { warmUpMs: 6_000, rounds: 60, roundMs: 250 },
  quick: { warmUpMs: 1_000, rounds: 8, roundMs: 200 },
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !entries.some((entry) => entry.name === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known are ${entries.map(({ name }) => name).join(', ')}.`);
  process.exit(64);
}

const wanted = positionals.length === 0 ? entries : entries.filter(({ name }) => positionals.includes(name));
// Not at once: a PostgreSQL outlives whoever started it unless it is told to stop.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
try {
  for (const entry of wanted) await run(entry, values.quick ? 'quick' : 'full');
} catch (err) {
  if (!interruption.signal.aborted) throw err;
  process.exitCode = 130;
}

async function run(entry: Entry, pace: Pace): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const comparison = await entry.prepare(resources, pace);
  const plan = (entry.plans ?? plans)[pace];
  console.log(`${reportOf(entry, comparison, await compare(comparison, plan, interruption.signal))}\n`);
}
