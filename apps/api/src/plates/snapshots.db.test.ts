import { execFileSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { checkCropJpeg } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { PATIENCE_MS, startFakeReceiver } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { pour, SNAPSHOT, startFakeDetector } from '../test-fake-detector.ts';
import { type PlateInstallation, startPlateInstallation } from '../test-plate-installation.ts';
import { createIngester, type PlateEvent } from './ingest-plate-read.ts';
import { readEventOf } from './read-event.ts';

const LONG = { timeout: PATIENCE_MS, interval: 50 };

const PLATE_BOX = [0.5, 0.5, 0.1, 0.05] as const;

let installation: PlateInstallation;
let detector: Awaited<ReturnType<typeof startFakeDetector>>;
beforeAll(async () => {
  detector = await startFakeDetector();
  installation = await startPlateInstallation(inject('postgresUrl'), { delivering: true });
});
afterAll(async () => {
  await installation?.close();
  await detector?.stop();
});
beforeEach(() => {
  detector.asked.length = 0;
  detector.answer = detector.whole;
});

let counter = 0;
/** Like a read from the detector's feed; without `prepare` the picture is cut on first request. */
async function read(change: Partial<PlateEvent> = {}, { prepares = false } = {}): Promise<string> {
  const name = `seen-${++counter}`;
  const event = readEventOf(
    {
      camera_id: installation.cameraId,
      plate: 'SNAP123',
      confidence: 0.8,
      provider_event_id: name,
      bbox: [...PLATE_BOX],
    },
    installation.test.clock.now(),
  );
  const snapshotUrl = `${detector.url}/api/events/${name}/snapshot.jpg`;
  const { test } = installation;
  const crops = prepares ? test.crops : { prepare: () => undefined };
  const ingest = createIngester({ ...test, crops, log: createLogger({ name: 'test', level: 'silent' }) });
  const outcome = await ingest({ ...event, sourceId: 'external', label: 'car', snapshotUrl, ...change });
  if (!('id' in outcome)) throw new Error(`not stored: ${outcome.kind}`);
  return outcome.id;
}
const crop = (id: string, token = installation.admin) => installation.test.call('GET', `/plates/${id}/crop`, { token });
const stored = async (id: string) =>
  (
    await installation.test.db
      .selectFrom('plateRead')
      .select('cropBytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).cropBytes;
const brightest = (jpeg: Buffer) =>
  Math.max(
    ...execFileSync(
      'ffmpeg',
      ['-loglevel', 'error', '-f', 'mjpeg', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
      { input: jpeg },
    ),
  );

describe('the crop of a detector’s read', () => {
  it('is cut from the snapshot with a margin, once for all callers, then stored', async () => {
    const id = await read();
    const { body } = await installation.test.call('GET', '/plates?q=SNAP123&match=exact&limit=1', {
      token: installation.admin,
    });
    expect(body.items[0]).toMatchObject({ id, has_crop: true });
    const replies = await Promise.all(Array.from({ length: 10 }, () => crop(id)));
    for (const reply of replies) {
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(reply.body.equals(replies[0]?.body)).toBe(true);
    }
    // Half as much again as the box of 128 by 36 pixels, and it contains the plate.
    expect(checkCropJpeg(replies[0]?.body)).toMatchObject({ kind: 'jpeg', width: 192, height: 54 });
    expect(brightest(replies[0]?.body)).toBeGreaterThan(230);
    expect(detector.asked).toHaveLength(1);

    // The detector deletes its pictures; ours remains.
    detector.answer = (response) => void response.writeHead(404).end();
    expect((await crop(id)).body.equals(replies[0]?.body)).toBe(true);
    expect(detector.asked).toHaveLength(1);
  });

  it('is fetched in advance when the read arrives', async () => {
    const id = await read({}, { prepares: true });
    await vi.waitFor(async () => expect(await stored(id)).toBeGreaterThan(0), LONG);
    expect(detector.asked).toHaveLength(1);
    expect((await crop(id)).status).toBe(200);
    expect(detector.asked).toHaveLength(1);
  });

  it('is cut again when a refinement moves the box', async () => {
    const providerEventId = 'moves';
    const id = await read({ providerEventId });
    const first = (await crop(id)).body;
    const box = [0.1, 0.1, 0.2, 0.1] as const;
    const plate = { text: 'SNAP123', confidence: 0.9, region: null, vehicle: null, box, cropJpeg: null };
    expect(await read({ providerEventId, plate })).toBe(id);
    const second = await crop(id);
    expect(second.status).toBe(200);
    expect(second.body.equals(first)).toBe(false);
    expect(brightest(second.body)).toBeLessThan(30);
  });

  it('is attached to the alert', async () => {
    const receiver = await startFakeReceiver();
    await installation.watch('SNAPHIT');
    await installation.test.call('POST', '/config/notifications/channels', {
      token: installation.admin,
      body: { name: 'Hook', kind: 'webhook', base_url: receiver.url, attach_image: true },
    });
    const plate = { text: 'SNAPHIT', confidence: 0.9, region: null, vehicle: null, box: PLATE_BOX, cropJpeg: null };
    await read({ plate }, { prepares: true });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), LONG);
    const { image_jpeg } = JSON.parse(receiver.received[0]?.body.toString() ?? '');
    expect(checkCropJpeg(Buffer.from(image_jpeg, 'base64'))).toMatchObject({ kind: 'jpeg', width: 192 });
    await receiver.stop();
  });

  it('requires camera scope and view_plates, and does not contact the detector otherwise', async () => {
    const id = await read();
    const yard = await installation.newCamera('Yard');
    const other = await installation.signIn('other', { capabilities: ['view_plates'], camera_ids: [yard] });
    const without = await installation.signIn('without', { capabilities: [], camera_ids: [installation.cameraId] });
    expect((await crop(id, other.token)).status).toBe(404);
    expect((await crop(id, without.token)).status).toBe(403);
    expect((await installation.test.call('GET', `/plates/${id}/crop`)).status).toBe(401);
    expect(detector.asked).toEqual([]);
  });

  it.each([
    ['is gone', (response: ServerResponse) => void response.writeHead(404).end('gone')],
    ['is a page', (response: ServerResponse) => void response.writeHead(200).end('<html>sign in</html>')],
    ['breaks off', (response: ServerResponse) => void response.writeHead(200).end(SNAPSHOT.subarray(0, -200))],
    ['never ends', (response: ServerResponse) => pour(response)],
    [
      'is elsewhere',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['is hung up on', (response: ServerResponse) => void response.destroy()],
  ])('costs only the picture when the snapshot %s', async (_title, answer) => {
    detector.answer = answer;
    const id = await read({}, { prepares: true });
    const reply = await crop(id);
    expect([reply.status, reply.body.type]).toEqual([502, '/problems/snapshot-unavailable']);
    expect(await stored(id)).toBeNull();
    // It may exist the next time.
    detector.answer = detector.whole;
    await vi.waitFor(async () => expect((await crop(id)).status).toBe(200), LONG);
  });

  it.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'nonsense'])('never asks %s', async (snapshotUrl) => {
    const reply = await crop(await read({ snapshotUrl }));
    expect([reply.status, reply.body.type]).toEqual([502, '/problems/snapshot-unavailable']);
  });

  it('names the host of the detector to administrators only', async () => {
    const id = await read({ snapshotUrl: 'http://frigate.invalid/snapshot.jpg' });
    const reason = { code: 'camera-name-unknown', values: { name: 'frigate.invalid' } };
    expect((await crop(id)).body).toMatchObject({ type: '/problems/snapshot-unavailable', reason });
    const role = { capabilities: ['view_plates'], camera_ids: [installation.cameraId] };
    const reply = await crop(id, (await installation.signIn('gus', role)).token);
    expect(reply).toMatchObject({ status: 502, body: { type: '/problems/snapshot-unavailable' } });
    expect(JSON.stringify(reply.body)).not.toContain('frigate');
  });

  it('does not exist without a box or without a snapshot', async () => {
    const plate = { text: 'SNAP123', confidence: 0.9, region: null, vehicle: null, box: null, cropJpeg: null };
    expect((await crop(await read({ plate }))).status).toBe(404);
    expect((await crop(await read({ snapshotUrl: null }))).status).toBe(404);
    expect(detector.asked).toEqual([]);
  });
});
