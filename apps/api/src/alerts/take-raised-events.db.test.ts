import { raiseSystemEvent } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { takeRaised } from './take-raised-events.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp(inject('postgresUrl'));
});
afterEach(() => test.close());

const log = createLogger({ name: 'test', level: 'silent' });
const take = () => takeRaised({ db: test.db, alerts: test.alerts, log });
const keys = async () =>
  (await test.db.selectFrom('systemEvent').select('eventKey').orderBy('ts').execute()).map(({ eventKey }) => eventKey);

describe('what the recorder raises', () => {
  it('becomes a system event once, with several processes taking events', async () => {
    await raiseSystemEvent(test.db, { eventKey: 'low_disk', cameraId: null, detail: 'Little space is left.' });
    await Promise.all(Array.from({ length: 10 }, take));
    expect(await keys()).toEqual(['low_disk']);
    expect(await test.db.selectFrom('raisedEvent').select('id').execute()).toEqual([]);
  });

  it('is kept until it can be recorded', async () => {
    await raiseSystemEvent(test.db, { eventKey: 'low_disk', cameraId: null, detail: 'Little space is left.' });
    const broken = { ...test.alerts, raise: () => Promise.reject(new Error('no')) };
    await expect(takeRaised({ db: test.db, alerts: broken, log })).rejects.toThrow('no');
    expect(await keys()).toEqual([]);
    await take();
    expect(await keys()).toEqual(['low_disk']);
  });

  it('of an unknown kind does not block the others', async () => {
    await raiseSystemEvent(test.db, { eventKey: 'no_such_kind', cameraId: null, detail: 'x' });
    await raiseSystemEvent(test.db, { eventKey: 'storage_unwritable', cameraId: null, detail: 'x' });
    await take();
    expect(await keys()).toEqual(['storage_unwritable']);
  });
});
