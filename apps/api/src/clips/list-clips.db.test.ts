import { jpegOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { iso, newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { addEvent } from './test-clips.ts';

const START = Date.UTC(2026, 0, 1, 12);
const at = (second: number) => START + second * 1000;
let test: TestApp;
let admin: string;
let gate: string;
let yard: string;
let outsider: string;
let watcher: string;
let ids: Record<'person' | 'motion' | 'car' | 'plate' | 'bookmark' | 'yard', string>;

async function signedIn(username: string, capabilities: string[], camera_ids: string[]): Promise<string> {
  const role = await test.call('POST', '/config/roles', {
    token: admin,
    body: { name: username, capabilities, camera_ids },
  });
  const body = { username, password: 'long enough', role_id: role.body.id };
  await test.call('POST', '/config/users', { token: admin, body });
  return (await test.call('POST', '/auth/login', { body: { username, password: 'long enough' } })).body.token;
}

/** A read of the plate worker, with the event that it writes. */
async function addPlate(cameraId: string): Promise<string> {
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true, retention: 3650 } });
  await test.call('PUT', `/config/cameras/${cameraId}/lpr`, { token: admin, body: { engine: 'both' } });
  const { token } = (await test.call('POST', '/config/lpr/rotate-token', { token: admin })).body;
  const body = {
    camera_id: cameraId,
    plate: 'AB123CD',
    confidence: 0.9,
    provider_event_id: 'pass-1',
    ts: iso(at(8)),
    crop_jpeg: jpegOf({ width: 64, height: 16 }).toString('base64'),
  };
  return (await test.call('POST', '/lpr/reads', { body, headers: { 'x-ingest-token': token } })).body.id;
}

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  yard = await newCamera(test, admin, 'Yard');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: 30 });
  const bookmark = { camera_id: gate, label: 'Parcel', start: iso(at(2)), end: iso(at(6)) };
  ids = {
    person: await addEvent(test.db, { cameraId: gate, startMs: at(10), endMs: at(12), zones: ['drive'] }),
    motion: await addEvent(test.db, {
      cameraId: gate,
      startMs: at(9),
      endMs: null,
      sourceId: 'motion',
      label: 'motion',
    }),
    plate: await addPlate(gate),
    car: await addEvent(test.db, { cameraId: gate, startMs: at(7), endMs: at(60), label: 'car', plate: 'AB123CD' }),
    bookmark: (await test.call('POST', '/bookmarks', { token: admin, body: bookmark })).body.id,
    yard: await addEvent(test.db, { cameraId: yard, startMs: at(1), endMs: at(2) }),
  };
  outsider = await signedIn('outsider', ['clips', 'view_plates', 'playback'], [yard]);
  watcher = await signedIn('watcher', ['clips'], [gate]);
});
afterAll(() => test?.close());

const list = async (query = '', token = admin) => (await test.call('GET', `/clips${query}`, { token })).body;
const namesOf = (body: { clips: { id: string }[] }) =>
  body.clips.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id);

describe('GET /clips', () => {
  it('lists events, motion, plate reads and bookmarks, newest first, each once', async () => {
    const body = await list();
    expect(namesOf(body)).toEqual(['person', 'motion', 'plate', 'car', 'bookmark', 'yard']);
    expect(body).toMatchObject({ overview_seconds: 30, next_cursor: null });
    expect(body.clips[0]).toEqual({
      id: ids.person,
      camera_id: gate,
      camera_name: 'Gate',
      kind: 'detection',
      label: 'person',
      sub_label: null,
      score: 0.8,
      source_id: 'external',
      zones: ['drive'],
      start_ts: iso(at(10)),
      end_ts: iso(at(12)),
      duration_seconds: 12,
      ongoing: false,
      has_footage: true,
      thumbnail_url: `/clip/${ids.person}/thumbnail.jpg`,
      preview_url: `/clip/${ids.person}/clip.mp4?q=preview`,
      full_url: `/clip/${ids.person}/clip.mp4?q=full`,
      viewed: false,
    });
    expect(body.clips[1]).toMatchObject({ kind: 'motion', ongoing: true, end_ts: null, duration_seconds: 30 });
    expect(body.clips[2]).toMatchObject({ kind: 'plate', sub_label: 'AB123CD', score: 0.9, duration_seconds: 10 });
    expect(body.clips[4]).toMatchObject({ kind: 'bookmark', label: 'Parcel', duration_seconds: 4 });
    expect(body.clips[5]).toMatchObject({ camera_name: 'Yard', has_footage: false });
  });

  it('has footage only if there is some within the clip, not merely shortly before it', async () => {
    // The footage ends at 30, and a clip begins two seconds before its event.
    const [follows, covered] = await Promise.all(
      [at(34), at(31)].map((startMs) => addEvent(test.db, { cameraId: gate, startMs, endMs: null, label: 'dog' })),
    );
    const { clips } = await list('?labels=dog');
    expect(clips.map(({ id, has_footage }: { id: string; has_footage: boolean }) => [id, has_footage])).toEqual([
      [follows, false],
      [covered, true],
    ]);
    await test.db.deleteFrom('event').where('label', '=', 'dog').execute();
  });

  it('filters by kind, camera and time, and pages without repeating', async () => {
    expect(namesOf(await list('?kind=plate&kind=bookmark'))).toEqual(['plate', 'bookmark']);
    expect(namesOf(await list(`?camera_ids=${yard}`))).toEqual(['yard']);
    expect(namesOf(await list(`?start=${iso(at(7))}&end=${iso(at(9))}`))).toEqual(['plate', 'car']);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { clips: { id: string }[]; next_cursor: string | null } = await list(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...namesOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['person', 'motion', 'plate', 'car', 'bookmark', 'yard']);
  });

  it('filters by label, zone, source, score, id and time of day', async () => {
    expect(namesOf(await list('?labels=person&labels=car'))).toEqual(['person', 'car', 'yard']);
    expect(namesOf(await list('?labels=license_plate'))).toEqual(['plate']);
    expect(namesOf(await list('?labels=Parcel'))).toEqual(['bookmark']);
    expect(namesOf(await list('?zones=drive&zones=roof'))).toEqual(['person']);
    expect(namesOf(await list('?source_ids=motion'))).toEqual(['motion']);
    expect(namesOf(await list('?min_score=0.85'))).toEqual(['plate']);
    expect(namesOf(await list(`?ids=${ids.plate}&ids=${ids.yard}&ids=${gate}`))).toEqual(['plate', 'yard']);
    expect(namesOf(await list(`?ids=${ids.plate}&kind=motion`))).toEqual([]);
    const noon = (zone: string) => list(`?from_time=12:00&to_time=12:01&time_zone=${zone}&kind=detection`);
    expect(namesOf(await noon('UTC'))).toEqual(['person', 'car', 'yard']);
    expect(namesOf(await noon('Europe/Berlin'))).toEqual([]);
    expect(namesOf(await list('?from_time=13:00&to_time=01:00&time_zone=Europe/Berlin&kind=plate'))).toEqual(['plate']);
    const choices = async (token: string) => (await test.call('GET', '/clips/choices', { token })).body;
    expect(await choices(admin)).toEqual({
      labels: ['car', 'license_plate', 'motion', 'person'],
      zones: ['drive'],
      source_ids: ['external', 'motion', 'native-alpr'],
    });
    expect((await choices(watcher)).labels).toEqual(['car', 'motion', 'person']);
    expect((await choices(outsider)).zones).toEqual([]);
  });

  it.each([
    '?from_time=12:00',
    '?from_time=12:00&to_time=13:00',
    '?from_time=12:00&to_time=12:00&time_zone=UTC',
    '?from_time=24:00&to_time=12:00&time_zone=UTC',
    '?from_time=12:00&to_time=13:00&time_zone=Nowhere/Land',
    '?from_time=12:00&to_time=13:00&time_zone=UTC&start=2001-01-01T00:00:00Z',
    '?min_score=2',
    '?min_score=Infinity',
    '?viewed=perhaps',
    '?ids=1',
    '?labels=',
    '?cursor=abc',
  ])('refuses %s', async (query) => {
    expect((await test.call('GET', `/clips${query}`, { token: admin })).status).toBe(422);
  });

  it('shows only cameras in scope', async () => {
    expect(namesOf(await list('', outsider))).toEqual(['yard']);
    expect(namesOf(await list(`?camera_ids=${gate}`, outsider))).toEqual([]);
    for (const id of [ids.person, ids.plate, ids.bookmark])
      for (const file of ['clip.mp4', 'thumbnail.jpg'])
        expect((await test.call('GET', `/clip/${id}/${file}`, { token: outsider })).status).toBe(404);
  });

  it('shows neither plate clips nor plate text without view_plates, and no bookmarks without playback', async () => {
    const body = await list('', watcher);
    expect(namesOf(body)).toEqual(['person', 'motion', 'car']);
    expect(JSON.stringify(body)).not.toContain('AB123CD');
    expect(await list('?kind=plate', watcher)).toMatchObject({ clips: [] });
    for (const id of [ids.plate, ids.bookmark])
      expect((await test.call('GET', `/clip/${id}/clip.mp4`, { token: watcher })).status).toBe(404);
    expect((await test.call('GET', `/clip/${ids.person}/thumbnail.jpg`, { token: watcher })).status).toBe(200);
  });

  it('accepts a media token of the camera, and of no other', async () => {
    const tokenFor = async (camera: string) =>
      (await test.call('GET', `/media-token?camera_id=${camera}`, { token: admin })).body.token;
    const [own, other] = [await tokenFor(gate), await tokenFor(yard)];
    expect((await test.call('GET', `/clip/${ids.person}/thumbnail.jpg?token=${own}`)).status).toBe(200);
    expect((await test.call('GET', `/clip/${ids.person}/thumbnail.jpg?token=${other}`)).status).toBe(404);
  });
});

describe('POST /clips/viewed', () => {
  const mark = (body: object, token = admin) => test.call('POST', '/clips/viewed', { token, body });
  const viewed = async (token = admin) =>
    namesOf({ clips: (await list('', token)).clips.filter((clip: { viewed: boolean }) => clip.viewed) });

  it('marks for the caller alone, again without effect, and can be undone', async () => {
    expect((await mark({ ids: [ids.person, ids.plate] })).status).toBe(204);
    expect((await mark({ ids: [ids.person] })).status).toBe(204);
    expect([await viewed(), await viewed(watcher)]).toEqual([['person', 'plate'], []]);
    await mark({ ids: [ids.person], viewed: false });
    expect(await viewed()).toEqual(['plate']);
  });

  it('counts new detections and plates for the badge: neither motion, old clips nor those before the account', async () => {
    const unviewed = async (token = admin) => (await test.call('GET', '/clips/unviewed', { token })).body;
    const created = (createdAt: Date) => test.db.updateTable('appUser').set({ createdAt }).execute();
    const now = test.clock.now();
    const HOUR_MS = 3_600_000;
    await created(new Date(now - 48 * HOUR_MS));
    expect(await unviewed()).toEqual({ count: 0, any: true });
    const added = [];
    for (const [hoursAgo, sourceId] of [
      [1, 'external'],
      [1, 'motion'],
      [23, 'external'],
      [25, 'external'],
    ] as const)
      added.push(await addEvent(test.db, { cameraId: gate, startMs: now - hoursAgo * HOUR_MS, endMs: null, sourceId }));
    expect([await unviewed(), await unviewed(outsider)]).toEqual([
      { count: 2, any: true },
      { count: 0, any: true },
    ]);
    await created(new Date(now - 2 * HOUR_MS));
    expect(await unviewed()).toEqual({ count: 1, any: true });
    await test.call('PUT', '/clips/viewed-until', { token: admin, body: {} });
    expect(await unviewed()).toEqual({ count: 0, any: false });
    await test.db.deleteFrom('event').where('id', 'in', added).execute();
    await test.db.deleteFrom('clipMark').execute();
    await test.db.deleteFrom('clipView').execute();
    await mark({ ids: [ids.plate] });
  });

  it('lists what is not viewed; a mark for all covers everything before it', async () => {
    const until = (second: number) =>
      test.call('PUT', '/clips/viewed-until', { token: admin, body: { viewed_until: iso(at(second)) } });
    expect(namesOf(await list('?viewed=false'))).toEqual(['person', 'motion', 'car', 'bookmark', 'yard']);
    expect(namesOf(await list('?viewed=true'))).toEqual(['plate']);
    expect((await until(7)).status).toBe(204);
    expect(namesOf(await list('?viewed=false'))).toEqual(['person', 'motion']);
    await mark({ ids: [ids.yard], viewed: false });
    expect(namesOf(await list('?viewed=false'))).toEqual(['person', 'motion', 'yard']);
    expect(namesOf(await list('?viewed=false&limit=2'))).toEqual(['person', 'motion']);
    await until(1);
    expect(namesOf(await list('?viewed=false'))).toEqual(['person', 'motion']);
    await mark({ ids: [ids.plate], viewed: false });
    expect(namesOf(await list('?viewed=false'))).toEqual(['person', 'motion', 'plate']);
    // Never ahead of the present, and never backwards.
    await test.call('PUT', '/clips/viewed-until', { token: admin, body: { viewed_until: '2999-01-01T00:00:00Z' } });
    expect(namesOf(await list('?viewed=false'))).toEqual([]);
    test.clock.step(1_000);
    const late = await addEvent(test.db, { cameraId: gate, startMs: test.clock.now(), endMs: null });
    expect((await list('?viewed=false')).clips).toHaveLength(1);
    await test.db.deleteFrom('event').where('id', '=', late).execute();
    await test.db.deleteFrom('clipMark').execute();
    await test.db.deleteFrom('clipView').execute();
    await mark({ ids: [ids.plate] });
  });

  it('ignores clips that do not exist for the caller, and forgets those that are gone', async () => {
    await mark({ ids: [ids.plate, ids.bookmark, ids.person, gate] }, watcher);
    const marked = () => test.db.selectFrom('clipView').select('clipId').execute();
    expect((await marked()).map(({ clipId }) => clipId).sort()).toEqual([ids.plate, ids.person].sort());
    await test.db.deleteFrom('event').where('id', '=', ids.person).execute();
    await test.followDeletions();
    expect(await marked()).toEqual([{ clipId: ids.plate }]);
  });
});
