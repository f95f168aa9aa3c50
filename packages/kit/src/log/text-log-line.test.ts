import { describe, expect, it } from 'vitest';
import { textLogLine } from './text-log-line.ts';

const lineOf = (record: object, options: Partial<Parameters<typeof textLogLine>[1]> = {}) =>
  textLogLine(JSON.stringify({ level: 30, time: 0, pid: 1, hostname: 'h', name: 'recorder', ...record }), {
    timeOf: () => '08:15:30',
    cameraName: (id) => (id === 'c1' ? 'Gate' : undefined),
    ...options,
  });

describe('a log line for people', () => {
  it.each([
    ['has time, process and message', { msg: 'listening' }, '08:15:30 recorder: listening\n'],
    ['names the level unless it is info', { level: 40, msg: 'slow' }, '08:15:30 WARN recorder: slow\n'],
    [
      'names the camera and its stream',
      { camera_id: 'c1', stream: 'main', msg: 'recording' },
      '08:15:30 recorder: Gate (main): recording\n',
    ],
    [
      'keeps the id of a camera without a known name',
      { camera_id: 'c2', msg: 'recording' },
      '08:15:30 recorder: recording (camera_id=c2)\n',
    ],
    [
      'names a storage instead of its id',
      { level: 40, storage_id: 's1', storage: 'Big disk', msg: 'storage does not answer' },
      '08:15:30 WARN recorder: storage does not answer (storage="Big disk")\n',
    ],
    [
      'lists the other fields',
      { msg: 'pruned', reads: 3, path: '/a b', list: ['x'], none: null },
      '08:15:30 recorder: pruned (reads=3, path="/a b", list=["x"])\n',
    ],
    [
      'adds the message of an error to a warning',
      { level: 40, msg: 'retrying', err: { message: 'refused', stack: 'Error: refused\n    at x' } },
      '08:15:30 WARN recorder: retrying: refused\n',
    ],
    [
      'adds the stack from level error on',
      { level: 50, msg: 'failed', err: { message: 'refused', stack: 'Error: refused\n    at x' } },
      '08:15:30 ERROR recorder: failed: refused\n    Error: refused\n    at x\n',
    ],
  ])('%s', (_, record, line) => expect(lineOf(record)).toBe(line));

  it('carries no control characters of a camera or a person', () => {
    const line = lineOf(
      { camera_id: 'c1', msg: 'a\u001b[2Jb', detail: 'x\u009b1A' },
      { cameraName: () => 'Ga\nte\u202e' },
    );
    expect(line).toBe('08:15:30 recorder: Ga te : a [2Jb (detail="x 1A")\n');
  });

  it('is coloured from warnings on, where colours are wanted', () => {
    expect(lineOf({ msg: 'fine' }, { colors: true })).not.toContain('\u001b');
    expect(lineOf({ level: 40, msg: 'slow' }, { colors: true })).toBe(
      '\u001b[33m08:15:30 WARN recorder: slow\u001b[0m\n',
    );
  });

  it('passes on what is not JSON', () => expect(textLogLine('plain\n', { timeOf: String })).toBe('plain\n'));
});
