import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

// A process of its own: the heap of a test runner is anything but idle.
const PROGRAM = `
  const { releaseStartupMemory } = await import(process.argv[1]);
  let startup = Array.from({ length: 400_000 }, (_, i) => ({ name: 'setting ' + i }));
  const heap = () => process.memoryUsage().heapTotal;
  const before = heap();
  startup = undefined;
  releaseStartupMemory(10);
  for (let looks = 0; looks < 500 && heap() >= before / 2; looks += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(JSON.stringify({ before, after: heap() }));
`;

it('returns what only the start needed', async () => {
  const file = join(import.meta.dirname, 'release-startup-memory.ts');
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, file]);
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(after).toBeLessThan(before / 2);
});
