import { inject, it, onTestFinished } from 'vitest';
import { expectProblemsOnly, startFuzzed } from './test-fuzz.ts';

const REQUESTS = 5_000;

it(`answers ${REQUESTS} random requests with problems, never with a 500`, async () => {
  const installation = await startFuzzed(inject('postgresUrl'));
  onTestFinished(() => installation.test.close());
  await expectProblemsOnly(installation, REQUESTS);
});
