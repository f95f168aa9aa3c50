import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { sleep } from './sleep.ts';

it('a sleeper wakes when its signal aborts', async () => {
  const controller = new AbortController();
  const asleep = sleep(3_600_000, controller.signal);
  controller.abort();
  await asleep;
});

it('a sleeper whose signal has aborted already does not sleep', async () => {
  await sleep(3_600_000, AbortSignal.abort());
});

it('a finished sleep leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  await sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
