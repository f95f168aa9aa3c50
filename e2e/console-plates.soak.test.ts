import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectConfirmedByKeys } from './confirm-passes.ts';
import { closePages } from './page-contexts.ts';
import { openPlatesInstallation, type PlatesInstallation } from './plates-installation.ts';

let installation: PlatesInstallation;
beforeAll(async () => {
  installation = await openPlatesInstallation(inject('postgresUrl'));
});
afterAll(() => installation?.close());
afterEach(async () => {
  expect(installation.complaints.splice(0).join('\n')).toBe('');
  await closePages(installation.browser);
});

describe('the comparison of the engines', () => {
  it('confirms twenty passes by keyboard alone, with the accuracy of each engine as it goes', async () => {
    // Read by one engine only: a pass that the other one missed can be confirmed, too.
    await installation.post({ plate: 'LIVE01' });
    await expectConfirmedByKeys(installation, { passes: 20 });
  });
});
