import { startSwitchingServer } from '@holdfast/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { detectorGet } from './detector-get.ts';

it('does not wait for a detector that changes to another protocol', async () => {
  const { url, stop } = await startSwitchingServer();
  onTestFinished(stop);
  await expect(detectorGet({})(new URL(url), AbortSignal.timeout(60_000))).rejects.toThrow('did not answer');
});
