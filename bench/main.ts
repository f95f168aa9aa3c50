import { parseArgs } from 'node:util';
import { cameras } from './entries/cameras.ts';
import { clips } from './entries/clips.ts';
import { detector } from './entries/detector.ts';
import { events } from './entries/events.ts';
import { exportOfAnHour } from './entries/export.ts';
import { feed } from './entries/feed.ts';
import { live } from './entries/live.ts';
import { me } from './entries/me.ts';
import { motion } from './entries/motion.ts';
import { plateEngine } from './entries/plate-engine.ts';
import { plateTyping } from './entries/plate-typing.ts';
import { plates } from './entries/plates.ts';
import { playlist } from './entries/playlist.ts';
import { previews } from './entries/previews.ts';
import { recorderTimeline } from './entries/recorder-timeline.ts';
import { segments } from './entries/segments.ts';
import { timelineCanvas } from './entries/timeline-canvas.ts';
import { compare, type Entry, type Pace, type Plan } from './harness.ts';
import { manyCameras } from './recorder/many-cameras.ts';
import { recorder } from './recorder/recorder.ts';
import { reportOf } from './report.ts';
import { selectNamed } from './select-named.ts';
import type { Study } from './study.ts';

const entries: readonly Entry[] = [me, cameras, segments, playlist, exportOfAnHour];
const studies: readonly Study[] = [
  clips,
  previews,
  detector,
  events,
  feed,
  live,
  motion,
  plateEngine,
  plates,
  plateTyping,
  recorder,
  manyCameras,
  recorderTimeline,
  timelineCanvas,
];
const names = [...entries, ...studies].map(({ name }) => name);

const plans: Record<Pace, Plan> = {
  full: { warmUpMs: 6_000, rounds: 60, roundMs: 250 },
  quick: { warmUpMs: 1_000, rounds: 8, roundMs: 200 },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, data: { type: 'string' } },
});
const selection = selectNamed(names, positionals);
if (selection.kind === 'unknown') {
  console.error(`Unknown: ${selection.asked.join(', ')}. Known are ${names.join(', ')}.`);
  process.exit(64);
}

const isWanted = ({ name }: { name: string }) => selection.names.includes(name);
// Not immediately: PostgreSQL outlives its starter unless it is stopped.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
const verdicts = { PASS: 0, FAIL: 0 };
try {
  for (const entry of entries.filter(isWanted)) await run(entry, values.quick ? 'quick' : 'full');
  for (const study of studies.filter(isWanted)) await runStudy(study);
  process.exitCode = verdicts.FAIL > 0 ? 1 : 0;
} catch (err) {
  if (!interruption.signal.aborted) throw err;
  process.exitCode = 130;
}
console.log(`${verdicts.PASS} PASS, ${verdicts.FAIL} FAIL`);

function show(report: string): void {
  console.log(`${report}\n`);
  for (const [verdict] of report.matchAll(/\b(PASS|FAIL)\b/g)) verdicts[verdict as keyof typeof verdicts] += 1;
}

async function run(entry: Entry, pace: Pace): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const comparison = await entry.prepare(resources, pace);
  const plan = (entry.plans ?? plans)[pace];
  show(reportOf(entry, comparison, await compare(comparison, plan, interruption.signal)));
}

async function runStudy({ name, title, run: study }: Study): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const lines = await study({
    resources,
    quick: values.quick ?? false,
    signal: interruption.signal,
    data: values.data,
  });
  show([`${name}: ${title}`, ...lines].join('\n'));
}
