import { deleteOldWarnings, insertWarnings, KEPT_WARNINGS, keepWarnings } from '@holdfast/db';
import { createLogger, createWarningLog } from '@holdfast/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
});
afterAll(() => test.close());
beforeEach(() => test.db.deleteFrom('processWarning').execute());

const listed = async () => (await test.call('GET', '/stats/warnings', { token: admin })).body.items;

describe('the warnings of the processes', () => {
  it('reach administrators without secrets, the last ones of a process that ends included', async () => {
    const warnings = createWarningLog();
    const log = createLogger({ name: 'recorder', level: 'trace', stream: { write: () => {} }, warnings });
    const stopping = new AbortController();
    const kept = keepWarnings({
      db: test.db,
      schema: async () => ({ kind: 'current' }),
      process: 'recorder',
      warnings,
      log,
    }).run(stopping.signal);
    log.warn({ url: 'rtsp://admin:hunter22@10.0.0.9/1' }, 'no answer');
    stopping.abort();
    log.fatal('ended');
    await kept;
    const items = await listed();
    expect(items.map((item: { message: string; level: string }) => [item.message, item.level]).sort()).toEqual([
      ['ended', 'fatal'],
      ['no answer', 'warn'],
    ]);
    expect(items[0]).toMatchObject({ process: 'recorder', camera_id: null, count: 1 });
    expect(JSON.stringify(items)).not.toContain('hunter22');
  });

  it('are kept while the database refuses them', async () => {
    const warnings = createWarningLog();
    const log = createLogger({ name: 'api', level: 'trace', stream: { write: () => {} }, warnings });
    log.warn('before');
    await test.db.schema.alterTable('processWarning').renameTo('processWarningAway').execute();
    const once = async () => {
      const stopped = new AbortController();
      stopped.abort();
      await keepWarnings({ db: test.db, schema: async () => ({ kind: 'current' }), process: 'api', warnings, log }).run(
        stopped.signal,
      );
    };
    await once();
    await test.db.schema.alterTable('processWarningAway').renameTo('processWarning').execute();
    await once();
    expect(await listed()).toMatchObject([{ process: 'api', message: 'before', level: 'warn' }]);
  });

  it('are bounded for each process', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        atMs: i,
        level: 'warn' as const,
        message: `warning ${i}`,
        cameraId: null,
        detail: null,
        count: 1,
      }));
    await insertWarnings(test.db, 'recorder', many(3));
    await insertWarnings(test.db, 'api', many(KEPT_WARNINGS + 40));
    await deleteOldWarnings(test.db, 'api');
    await deleteOldWarnings(test.db, 'recorder');
    const rows = await test.db.selectFrom('processWarning').select(['process', 'message']).orderBy('id').execute();
    expect(rows).toHaveLength(KEPT_WARNINGS + 3);
    expect(rows.find(({ process }) => process === 'api')?.message).toBe('warning 40');
    expect(await listed()).toHaveLength(200);
  });
});
