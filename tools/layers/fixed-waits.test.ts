import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedWaits } from './fixed-waits.ts';

const NOTHING_HAPPENS = 'Nothing is to happen, which no condition shows. Too short a time only misses a fault.';
const QUICK_SUCCESSION = 'Signals in quick succession count as one, so the second has to come later.';

/** One line for each wait: the file, the wait, and why it cannot be a condition. A line whose wait is gone is to be deleted. */
// biome-ignore format: one line each
const ALLOWED: readonly [file: string, wait: string, because: string][] = [
  ['apps/api/src/alerts/delivery.db.test.ts', 'setTimeout(resolve, 300)', NOTHING_HAPPENS],
  ['apps/api/src/alerts/delivery.db.test.ts', 'setTimeout(resolve, 300)', NOTHING_HAPPENS],
  ['apps/api/src/http/mount.test.ts', 'delay(20)', 'A file that is slow by design.'],
  ['apps/launcher/src/launch.db.test.ts', 'setTimeout(resolve, 400)', QUICK_SUCCESSION],
  ['apps/recorder/src/database-away.soak.test.ts', 'setTimeout(resolve, AWAY_MS)', 'The length of the outage is what is tested.'],
  ['apps/recorder/src/lease/keep-lease.db.test.ts', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)', 'The process is frozen for longer than it may be.'],
  ['apps/recorder/src/lease/lease.db.test.ts', 'setTimeout(resolve, 50)', 'A lease of a millisecond expires by the clock of the database.'],
  ['apps/recorder/src/recording.media.test.ts', 'setTimeout(resolve, 100)', 'The pause between two looks, as long as viewers watch.'],
  ['apps/recorder/src/recording/recordings.test.ts', 'setTimeout(resolve, 20)', 'A recording that ends slowly by design.'],
  ['packages/detector/src/follow-events.media.test.ts', 'Atomics.wait(held, 0, 0, 50)', 'A reader that is slower than the sender by design.'],
  ['packages/kit/src/process/release-startup-memory.media.test.ts', 'setTimeout(resolve, 20)', 'The pause between two looks.'],
  ['packages/kit/src/process/run-until-signal.media.test.ts', 'setTimeout(resolve, 400)', QUICK_SUCCESSION],
  ['packages/kit/src/process/run-until-signal.media.test.ts', 'sleep(400)', 'A closer that is slow by design.'],
  ['packages/kit/src/process/task.test.ts', 'setTimeout(resolve, 20)', NOTHING_HAPPENS],
  ['packages/kit/src/process/task.test.ts', 'setTimeout(resolve, 20)', NOTHING_HAPPENS],
  ['packages/kit/src/process/task.test.ts', 'setTimeout(resolve, 5)', 'A run that takes longer than its interval by design.'],
  ['packages/kit/src/log/warning-log.test.ts', 'setTimeout(resolve, 5)', NOTHING_HAPPENS],
  ['packages/media/src/relay/relay.media.test.ts', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000)', 'The process is frozen for longer than a camera may be silent.'],
  ['packages/media/src/sound/stream-sound.test.ts', 'sleep(400)', NOTHING_HAPPENS],
];

describe('tests', () => {
  it('wait for conditions, and for a fixed time only with a reason', () => {
    const root = join(import.meta.dirname, '..', '..');
    const tests = globSync('{packages,apps,tools,bench,e2e}/**/*.test.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', `**/${basename(import.meta.filename)}`],
    });
    expect(tests.length).toBeGreaterThan(500);
    const found = tests.flatMap((file) =>
      fixedWaits(readFileSync(join(root, file), 'utf8')).map((wait) => `${file}: ${wait}`),
    );
    expect(found.sort()).toEqual(ALLOWED.map(([file, wait]) => `${file}: ${wait}`).sort());
  });

  it.each([
    ['a promise', 'await new Promise((resolve) => setTimeout(resolve, 20));', 'setTimeout(resolve, 20)'],
    ['a constant', 'await new Promise<void>((r) => setTimeout(r, SETTLE_MS));', 'setTimeout(r, SETTLE_MS)'],
    ['several lines', 'new Promise((done) =>\n  setTimeout(done, 2_000),\n)', 'setTimeout(done, 2_000)'],
    ['a value', 'new Promise((resolve) => setTimeout(() => resolve(1), 5))', 'setTimeout(() => resolve(1), 5)'],
    ['resolvers', 'const { resolve } = Promise.withResolvers();\nsetTimeout(resolve, 5);', 'setTimeout(resolve, 5)'],
    ['a sleep', 'await sleep(1e3);', 'sleep(1e3)'],
    ['a page', 'await page.waitForTimeout(50);', '.waitForTimeout(50)'],
    ['a thread', 'Atomics.wait(held, 0, 0, 50);', 'Atomics.wait(held, 0, 0, 50)'],
  ])('wait for a fixed time with %s', (_title, source, wait) => expect(fixedWaits(source)).toEqual([wait]));

  it.each([
    ['a turn of the event loop', 'await new Promise((resolve) => setTimeout(resolve));'],
    ['an argument', 'const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));'],
    ['what happens later', 'setTimeout(() => socket.destroy(), 100);'],
    ['what a signal ends', 'await sleep(60_000, signal);'],
    ['another program', 'sql`select pg_sleep(600)`; await clock.sleep(5);'],
  ])('may have %s', (_title, source) => expect(fixedWaits(source)).toEqual([]));
});
