import { defineConfig } from 'vitest/config';
import { PAGE_PATIENCE_MS, PATIENCE_MS } from './packages/testkit/src/patience.ts';
import { LongestFirst } from './tools/run-tests/longest-first.ts';
import { testKinds } from './tools/run-tests/test-kinds.ts';

// Far beyond what any takes: a machine that is busy, or that is lent a third of its processor, is no fault of the code.
const patient = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};

// A page that has changed fails at every step that looks for what is gone, one after the other.
const browsing = {
  testTimeout: 300_000,
  hookTimeout: 900_000,
  // Each look at a page costs its process and the browser's some milliseconds.
  expect: { poll: { timeout: PAGE_PATIENCE_MS, interval: 100 } },
};

// Nothing outside of it takes part in a pure test: one that is not done by then never will be.
const prompt = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

// Node loads the tests as it loads the product, from scripts that it keeps compiled: no second compiler, no second loader.
const asInProduct = { experimental: { viteModuleRunner: false } };

const postgres = ['packages/testkit/src/test-postgres.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure tests leave nothing behind for each other; a fresh world for each file takes longer than the tests.
      { test: { name: 'unit', ...testKinds.unit, ...asInProduct, isolate: false, ...prompt } },
      { test: { name: 'db', ...testKinds.db, ...asInProduct, isolate: false, globalSetup: postgres, ...patient } },
      {
        test: { name: 'media', ...testKinds.media, ...asInProduct, isolate: false, globalSetup: postgres, ...patient },
      },
      { test: { name: 'product', ...testKinds.product, ...asInProduct, ...patient } },
      { test: { name: 'e2e', ...testKinds.e2e, ...asInProduct, isolate: false, globalSetup: postgres, ...browsing } },
      {
        test: {
          name: 'soak',
          ...testKinds.soak,
          ...asInProduct,
          globalSetup: postgres,
          ...patient,
          testTimeout: 12 * 3_600_000,
          // They test long runs and load, which another file beside them would distort.
          fileParallelism: false,
        },
      },
    ],
  },
});
