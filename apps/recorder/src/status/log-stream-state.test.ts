import { createLogger } from '@holdfast/kit';
import { expect, it } from 'vitest';
import { logStreamState } from './log-stream-state.ts';

const lineOf = (state: Parameters<typeof logStreamState>[2]) => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: 'recorder', level: 'debug', format: 'text', cameraName: () => 'Street', stream });
  logStreamState(log, { cameraId: 'c1', stream: 'main' }, state);
  return lines.join('').replace(/^\S+ /, '');
};

it('names a state once', () => {
  expect(lineOf({ state: 'recording', detail: null })).toBe('recorder: Street (main): recording\n');
  expect(lineOf({ state: 'stalled', detail: null })).toBe('WARN recorder: Street (main): camera sends no video\n');
});
