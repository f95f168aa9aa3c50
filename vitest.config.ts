import { defineConfig } from 'vitest/config';
import { PAGE_PATIENCE_MS, PATIENCE_MS } from './packages/testkit/src/patience.ts';
import { LongestFirst } from './tools/run-tests/longest-first.ts';
import { testKinds } from './tools/run-tests/test-kinds.ts';

// Three times as long as the longest test, and longer than it waits for any condition, whose error has the reason: a busy or
// throttled machine must not fail a test, and one that hangs must not cost the run more.
const longTimeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};

// Shorter: after a change of a page, every step that looks for a removed element waits for the whole timeout.
const browserTimeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Each poll costs the test and the browser some milliseconds of CPU time.
  expect: { poll: { timeout: PAGE_PATIENCE_MS, interval: 100 } },
};

// A pure test waits for nothing outside its process: one that takes longer hangs.
const shortTimeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

// Node loads the tests itself, as it loads the product, with its compile cache instead of Vite's transform.
const nodeLoader = { experimental: { viteModuleRunner: false } };

const postgres = ['packages/testkit/src/test-postgres.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure tests share no state, and an isolated environment for each file would take longer than the tests.
      { test: { name: 'unit', ...testKinds.unit, ...nodeLoader, isolate: false, ...shortTimeouts } },
      { test: { name: 'db', ...testKinds.db, ...nodeLoader, isolate: false, globalSetup: postgres, ...longTimeouts } },
      {
        test: {
          name: 'media',
          ...testKinds.media,
          ...nodeLoader,
          isolate: false,
          globalSetup: postgres,
          ...longTimeouts,
        },
      },
      { test: { name: 'product', ...testKinds.product, ...nodeLoader, ...longTimeouts } },
      {
        test: {
          name: 'e2e',
          ...testKinds.e2e,
          ...nodeLoader,
          isolate: false,
          globalSetup: postgres,
          ...browserTimeouts,
        },
      },
      {
        test: {
          name: 'soak',
          ...testKinds.soak,
          ...nodeLoader,
          globalSetup: postgres,
          ...longTimeouts,
          testTimeout: 12 * 3_600_000,
          hookTimeout: 900_000,
          // One file at a time: another one would distort tests of long runs and of load.
          fileParallelism: false,
        },
      },
    ],
  },
});
