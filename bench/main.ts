import { parseArgs } from 'node:util';
import { cameras } from './entries/cameras.ts';
import { me } from './entries/me.ts';
import { compare, type Entry, type Plan } from './harness.ts';
import { reportOf } from './report.ts';

const entries: readonly Entry[] = [me, cameras];

const full: Plan = { warmUpMs: 4_000, rounds: 7, roundMs: 2_000 };
const quick: Plan = { warmUpMs: 1_000, rounds: 3, roundMs: 500 };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !entries.some((entry) => entry.name === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known are ${entries.map(({ name }) => name).join(', ')}.`);
  process.exit(64);
}

const wanted = positionals.length === 0 ? entries : entries.filter(({ name }) => positionals.includes(name));
for (const entry of wanted) await run(entry, values.quick ? quick : full);

async function run(entry: Entry, plan: Plan): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const interrupted = () => void resources.disposeAsync().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  resources.defer(() => void process.off('SIGINT', interrupted).off('SIGTERM', interrupted));
  const comparison = await entry.prepare(resources);
  console.log(`${reportOf(entry, comparison, await compare(comparison, plan))}\n`);
}
