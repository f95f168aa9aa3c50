import { expect, it } from 'vitest';
import { planWritingRetry } from './plan-writing-retry.ts';

const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
const limits = { minMs: 1_000, maxMs: 8_000 };

it('waits longer each time nothing can be written, and starts again after a successful write', () => {
  let attempt = 0;
  const pauses = [false, false, false, true].map((wroteAny) => {
    const retry = planWritingRetry({ kind: 'disk', err: full, wroteAny }, { attempt, ...limits });
    attempt = retry.attempt;
    return retry.pauseMs;
  });
  expect(pauses[0]).toBeLessThanOrEqual(limits.minMs * 2);
  expect(pauses[2]).toBeGreaterThan(pauses[0] as number);
  expect(pauses[3]).toBeLessThanOrEqual(limits.minMs * 2);
});

it('distinguishes a full disk from a missing one', () => {
  expect(planWritingRetry({ kind: 'disk', err: full, wroteAny: false }, { attempt: 0, ...limits }).state).toBe(
    'disk_full',
  );
  const gone = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  expect(planWritingRetry({ kind: 'disk', err: gone, wroteAny: false }, { attempt: 0, ...limits }).state).toBe(
    'storage_missing',
  );
});
