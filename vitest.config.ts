import { defineConfig } from 'vitest/config';
import { PAGE_PATIENCE_MS, PATIENCE_MS } from './packages/testkit/src/patience.ts';

// One project per kind of outside part a test needs, told apart by the file's ending.
const kinds = {
  db: '{packages,apps,tools}/**/*.db.test.ts',
  media: '{packages,apps}/**/*.media.test.ts',
  e2e: 'e2e/**/*.e2e.test.ts',
  // Long forms, for npm run soak alone.
  soak: '{packages,apps,e2e}/**/*.soak.test.ts',
};

// Far beyond what any takes: a machine that is busy, or that is lent a third of its processor, is no fault of the code.
const patient = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};

// Nothing outside of it takes part in a pure test: one that is not done by then never will be.
const prompt = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...Object.values(kinds)],
          // Pure tests leave nothing behind for each other; a fresh world for each file takes longer than the tests.
          isolate: false,
          ...prompt,
        },
      },
      {
        test: {
          name: 'db',
          include: [kinds.db],
          globalSetup: ['packages/testkit/src/test-postgres.ts'],
          ...patient,
        },
      },
      { test: { name: 'media', include: [kinds.media], ...patient } },
      {
        test: {
          name: 'soak',
          include: [kinds.soak],
          globalSetup: ['packages/testkit/src/test-postgres.ts'],
          ...patient,
          testTimeout: 12 * 3_600_000,
          // They watch for what comes with time and load, not for what comes of each other.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: [kinds.e2e],
          ...patient,
          testTimeout: 300_000,
          expect: { poll: { timeout: PAGE_PATIENCE_MS } },
        },
      },
    ],
  },
});
