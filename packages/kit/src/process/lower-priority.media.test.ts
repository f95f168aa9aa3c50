import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { lowerPriority } from './lower-priority.ts';

it('lowers the priority of a child, and ignores one that has ended', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  lowerPriority(child);
  expect(getPriority(child.pid)).toBe(10);
  lowerPriority(child, constants.priority.PRIORITY_LOW);
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_LOW);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(() => lowerPriority(child)).not.toThrow();
});

it('ignores a program that is missing', async () => {
  const child = spawn('/nowhere/program');
  const [failed] = await once(child, 'error');
  expect(failed).toMatchObject({ code: 'ENOENT' });
  expect(() => lowerPriority(child)).not.toThrow();
});
