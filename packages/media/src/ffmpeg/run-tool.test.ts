import { expect, it } from 'vitest';
import { runTool } from './run-tool.ts';

it('a tool gets none of our secrets through its environment', async () => {
  process.env.DATABASE_URL = 'postgres://holdfast:secret@localhost/holdfast';
  const result = await runTool({
    program: process.execPath,
    args: ['-e', 'process.stdout.write(JSON.stringify(process.env))'],
    input: '',
    timeoutMs: 30_000,
    maxOutputBytes: 1_000_000,
  });
  delete process.env.DATABASE_URL;
  expect(result.kind === 'done' && JSON.parse(String(result.stdout))).toMatchObject({ PATH: process.env.PATH });
  expect(result.kind === 'done' && String(result.stdout)).not.toContain('DATABASE_URL');
});
