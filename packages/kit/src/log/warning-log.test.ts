import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { createWarningLog, type LoggedWarning } from './warning-log.ts';

const cameraId = '0b8f7a54-5f2e-4f2a-9a53-0a6d9f1f0c11';

const logged = () => {
  const warnings = createWarningLog(3);
  const log = createLogger({ name: 'api', level: 'trace', format: 'json', stream: { write: () => {} }, warnings });
  const taken = async () => {
    const all: LoggedWarning[] = [];
    await warnings.flush(async (batch) => all.push(...batch));
    return all;
  };
  return { warnings, log, taken };
};

describe('the log of warnings', () => {
  it('has warnings and errors with their fields, and nothing below', async () => {
    const { log, taken } = logged();
    log.info('fine');
    log.warn({ camera_id: cameraId, limit: 3 }, 'late');
    log.error({ err: new TypeError('broken') }, 'failed');
    const [late, failed] = await taken();
    expect(late).toMatchObject({ level: 'warn', message: 'late', cameraId, detail: '{"limit":3}', count: 1 });
    expect(failed).toMatchObject({ level: 'error', message: 'failed', cameraId: null });
    expect(failed?.detail).toBe('{"err":{"type":"TypeError","message":"broken"}}');
    expect(await taken()).toEqual([]);
  });

  it('counts what repeats, apart for each camera, and keeps the latest details', async () => {
    const { log, taken } = logged();
    for (const attempt of [1, 2, 3]) log.warn({ attempt }, 'again');
    log.warn({ camera_id: cameraId }, 'again');
    expect(await taken()).toMatchObject([
      { message: 'again', count: 3, detail: '{"attempt":3}' },
      { message: 'again', count: 1, cameraId },
    ]);
  });

  it('stays bounded', async () => {
    const { log, taken } = logged();
    for (let i = 0; i < 1_000; i += 1) log.warn(`warning ${i}`);
    log.warn({ text: 'y'.repeat(10_000) }, 'x'.repeat(10_000));
    const all = await taken();
    expect(all).toHaveLength(3);
    expect(all.at(-1)?.message).toHaveLength(500);
    expect(all.at(-1)?.detail).toHaveLength(2_000);
  });

  it('collects again what could not be written, with what came since', async () => {
    const { log, warnings, taken } = logged();
    log.warn('first');
    await expect(
      warnings.flush(async () => {
        log.warn('first');
        log.warn('second');
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
    expect(await taken()).toMatchObject([
      { message: 'first', count: 2 },
      { message: 'second', count: 1 },
    ]);
  });

  it('can be waited for: until the first, or at once if one waits already', async () => {
    const { log, taken, warnings } = logged();
    const ended = new AbortController();
    let isSome = false;
    const waiting = warnings.waitForWarning(ended.signal).then(() => {
      isSome = true;
    });
    log.info('fine');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isSome).toBe(false);
    log.warn('late');
    await waiting;
    await warnings.waitForWarning(ended.signal);
    expect(await taken()).toHaveLength(1);
    // Written meanwhile: it waits again, until the end of the process.
    const again = warnings.waitForWarning(ended.signal);
    ended.abort();
    await again;
  });

  it('has no secret and no control character', async () => {
    const { log, taken } = logged();
    log.warn(
      { password: 'hunter22', url: 'rtsp://user:hunter22@camera/x', camera_id: 'not one' },
      'cannot open rtsp://user:hunter22@camera/x\u0000\n\ud800',
    );
    const text = JSON.stringify(await taken());
    expect(text).not.toContain('hunter22');
    expect(text).not.toMatch(/\\u0000|\\n|\\ud800/);
  });

  it('ignores lines that are no log lines', async () => {
    const { warnings, taken } = logged();
    for (const line of ['', 'level 40', '{"level":40,', '[]', '{"level":40}']) warnings.note(line);
    expect(await taken()).toEqual([]);
  });
});
