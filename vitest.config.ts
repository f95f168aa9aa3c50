import { defineConfig } from 'vitest/config';

// One project per kind of outside part a test needs, told apart by the file's ending.
const kinds = {
  db: '{packages,apps,tools}/**/*.db.test.ts',
  media: '{packages,apps}/**/*.media.test.ts',
  e2e: 'e2e/**/*.e2e.test.ts',
  // Long forms, for npm run soak alone.
  soak: '{packages,apps,e2e}/**/*.soak.test.ts',
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...Object.values(kinds)],
          // Pure tests leave nothing behind for each other; a fresh world for each file takes longer than the tests.
          isolate: false,
          // Far beyond what any takes, because a busy machine is no fault of the code.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          include: [kinds.db],
          globalSetup: ['packages/testkit/src/test-postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { test: { name: 'media', include: [kinds.media], testTimeout: 300_000, hookTimeout: 180_000 } },
      {
        test: {
          name: 'soak',
          include: [kinds.soak],
          globalSetup: ['packages/testkit/src/test-postgres.ts'],
          testTimeout: 12 * 3_600_000,
          hookTimeout: 120_000,
          // They watch for what comes with time and load, not for what comes of each other.
          fileParallelism: false,
        },
      },
      { test: { name: 'e2e', include: [kinds.e2e], testTimeout: 300_000, hookTimeout: 300_000 } },
    ],
  },
});
