import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger, type LogFormat } from './logger.ts';

const recording = (format: LogFormat) => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLogger({ name: 'test', level: 'debug', format, stream }), lines };
};

describe('the logger', () => {
  it('writes one JSON object per line', () => {
    const { log, lines } = recording('json');
    log.info({ camera_id: 'c1' }, 'indexed segments');
    log.debug('second');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { name: 'test', level: 30, camera_id: 'c1', msg: 'indexed segments' },
      { msg: 'second' },
    ]);
  });

  it.each(['text', 'json'] as const)('keeps credentials out of messages, stacks, causes and fields (%s)', (format) => {
    const { log, lines } = recording(format);
    const cause = new Error('inner rtsp://root:hunter2@cam/1');
    const err = new Error('cannot open rtsp://root:hunter2@cam/1', { cause });
    log.child({ source: 'rtsp://root:hunter2@cam/2' }).error({ err, deep: { password: 'hunter2' } }, 'lost hunter');
    log.warn('plain rtsp://root:hunter2@cam/1?token=hunter2');
    expect(lines.join('')).toContain('rtsp://***@cam/1');
    expect(lines.join('')).not.toContain('hunter2');
  });
});
