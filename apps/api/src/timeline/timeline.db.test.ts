import { dropRowsWithoutFile, findDefaultStorageId } from '@holdfast/db';
import { coarsenGaps, explainCamera, type GapReason, type StreamStateSpan } from '@holdfast/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';

const HOUR_MS = 3_600_000;
const startMs = Date.UTC(2026, 5, 1);
const at = (ms: number) => new Date(startMs + ms);
const iso = (ms: number) => at(ms).toISOString();

let test: TestApp;
let admin: string;
let storageId: string;
let gate: string;
let door: string;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  storageId = await findDefaultStorageId(test.db);
  const add = async (name: string) =>
    (await test.call('POST', '/config/cameras', { token: admin, body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }))
      .body.id as string;
  gate = await add('Gate');
  door = await add('Door');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['segment', 'streamStateChange', 'footageDeletion', 'recorderRun'] as const)
    await test.db.deleteFrom(table).execute();
  await test.db
    .updateTable('camera')
    .set({ createdAt: at(-HOUR_MS) })
    .execute();
});

interface Seconds {
  from: number;
  to: number;
  stream?: 'main' | 'sub';
  hasMotion?: boolean;
  cameraId?: string;
}
/** Four-second segments, back to back. */
const segmentsOf = ({ from, to, stream = 'main', hasMotion = false, cameraId = gate }: Seconds) => {
  const starts = Array.from({ length: Math.ceil((to - from) / 4) }, (_, i) => from + i * 4);
  return starts.map((second) => ({
    cameraId,
    stream,
    startTs: at(second * 1000),
    preciseStartTs: at(second * 1000 + 40),
    durationMs: 3_990,
    endTs: at(second * 1000 + 4_030),
    storageId,
    path: `${cameraId}/${stream}/${second}`,
    sizeBytes: 2_000_000,
    parameterHash: '',
    hasMotion,
  }));
};
const record = async (...spans: Seconds[]) => {
  const rows = spans.flatMap(segmentsOf);
  if (rows.length > 0) await test.db.insertInto('segment').values(rows).execute();
};
interface State {
  second: number;
  reason: GapReason | null;
  stream: 'main' | 'sub';
}
const addStates = async (states: readonly State[]) => {
  const rows = states.map(({ second, ...state }) => ({ ...state, cameraId: gate, ts: at(second * 1000) }));
  if (rows.length > 0) await test.db.insertInto('streamStateChange').values(rows).execute();
};
const addState = (second: number, reason: GapReason | null, stream: State['stream'] = 'main') =>
  addStates([{ second, reason, stream }]);
const recorderLives = (from: number, to: number | null) =>
  test.db
    .insertInto('recorderRun')
    .values({
      startedAt: at(from * 1000),
      beatAt: to === null ? new Date(test.clock.now()) : at(to * 1000),
      endedAt: to === null ? null : at(to * 1000),
    })
    .execute();

const ask = (query: Record<string, string | number | string[]>, token = admin, path = '/timeline') => {
  const pairs = Object.entries({ camera_ids: gate, start: iso(0), end: iso(HOUR_MS), ...query }).flatMap(
    ([name, value]) => [value].flat().map((one) => [name, String(one)]),
  );
  return test.call('GET', `${path}?${new URLSearchParams(pairs)}`, { token });
};
/** Each state lasts until the next of its stream. */
const spansOf = (states: readonly State[]): StreamStateSpan[] =>
  states.map(({ second, reason, stream }) => {
    const later = states.filter((other) => other.stream === stream && other.second > second);
    const until = Math.min(...later.map((other) => other.second));
    return {
      stream,
      reason,
      startMs: startMs + second * 1000,
      endMs: later.length === 0 ? null : startMs + until * 1000,
    };
  });
type Span = { start: string; end: string; reason?: string; has_motion?: boolean };
const seconds = (spans: Span[]) =>
  spans.map(({ start, end, reason, has_motion }) => [
    (Date.parse(start) - startMs) / 1000,
    (Date.parse(end) - startMs) / 1000,
    ...(reason !== undefined ? [reason] : has_motion !== undefined ? [has_motion] : []),
  ]);

describe('GET /timeline', () => {
  it('reports when the video was re-encoded before it was recorded', async () => {
    const convert = (convert_video: boolean) =>
      test.call('PUT', `/config/cameras/${gate}`, { token: admin, body: { convert_video } });
    expect((await convert(true)).body).toMatchObject({ convert_video: true });
    await convert(true);
    await convert(false);
    await test.db
      .updateTable('videoConversion')
      .set({ startedAt: at(10_000), endedAt: at(20_000) })
      .execute();
    await test.db
      .insertInto('videoConversion')
      .values({ cameraId: gate, startedAt: at(3_000_000), endedAt: at(8_000_000) })
      .execute();
    const { body } = await ask({});
    expect(seconds(body.cameras[0].reencoded)).toEqual([
      [10, 20],
      [3000, 3600],
    ]);
    await test.db.deleteFrom('videoConversion').execute();
    expect((await ask({})).body.cameras[0].reencoded).toEqual([]);
  });

  it('merges segments into runs, flags motion, and gives each gap exactly one reason', async () => {
    await recorderLives(-60, 3_000);
    await addState(-60, null);
    await record({ from: 0, to: 600 });
    await record({ from: 600, to: 660, hasMotion: true });
    await addState(660, 'offline');
    await addState(1_200, null);
    await record({ from: 1_200, to: 3_000 });
    const { body } = await ask({});
    const [camera] = body.cameras;
    expect(seconds(camera.runs)).toEqual([
      [0.04, 660.03, true],
      [1_200.04, 3_000.03, false],
    ]);
    expect(seconds(camera.motion)).toEqual([[600.04, 660.03]]);
    expect(seconds(camera.gaps)).toEqual([
      [0, 0.04, 'stalled'],
      [660.03, 1_200.04, 'offline'],
      [3_000.03, 3_600, 'recorder_down'],
    ]);
  });

  it('counts a camera as recorded while any of its streams is, and ignores a disabled stream', async () => {
    await recorderLives(-60, 3_600);
    await addState(-60, 'off', 'main');
    await addState(-60, null, 'sub');
    await record({ from: 0, to: 1_200, stream: 'sub' });
    await addState(1_200, 'disk_full', 'sub');
    const [camera] = (await ask({})).body.cameras;
    expect(seconds(camera.runs)).toEqual([[0.04, 1_200.03, false]]);
    expect(seconds(camera.gaps).at(-1)).toEqual([1_200.03, 3_600, 'disk_full']);
  });

  it('explains why footage was deleted', async () => {
    await recorderLives(-60, 3_600);
    await record({ from: 0, to: 3_600 });
    await test.db.deleteFrom('segment').where('startTs', '<', at(1_800_000)).execute();
    await test.db
      .insertInto('footageDeletion')
      .values({ cameraId: gate, stream: 'main', startTs: at(0), endTs: at(1_800_040), reason: 'retention' })
      .execute();
    const [camera] = (await ask({})).body.cameras;
    expect(seconds(camera.gaps)).toEqual([[0, 1_800.04, 'retention']]);
    expect(seconds(camera.runs)).toEqual([[1_800.04, 3_600, false]]);
  });

  it('explains vanished files as such, not as a stalled camera', async () => {
    await recorderLives(-60, 2_400);
    await addState(-60, null);
    await record({ from: 0, to: 3_600 });
    const lost = await test.db
      .selectFrom('segment')
      .select(['id', 'path'])
      .where('startTs', '<', at(2_700_000))
      .execute();
    await test.db.transaction().execute((tx) => dropRowsWithoutFile(tx, { storageId, rows: lost }));
    const [camera] = (await ask({})).body.cameras;
    // The recorder wrote for a while after its last heartbeat: that footage was lost too.
    expect(seconds(camera.gaps)).toEqual([[0, 2_700.04, 'vanished']]);
    expect(seconds(camera.runs)).toEqual([[2_700.04, 3_600, false]]);
  });

  it('does not report the segment that is being written as missing', async () => {
    const nowMs = test.clock.now();
    const second = Math.floor((nowMs - startMs) / 1000);
    await recorderLives(second - 600, null);
    await record({ from: second - 604, to: second - 4 });
    const { body } = await ask({ start: iso((second - 500) * 1000), end: iso((second + 3_600) * 1000) });
    expect(body.cameras[0].gaps).toEqual([]);
    expect(Date.parse(body.cameras[0].known_until)).toBeLessThan(nowMs);
    expect(body.end).toBe(new Date(nowMs).toISOString());
  });

  it('reports that the recorder is down once its heartbeat stops', async () => {
    const second = Math.floor((test.clock.now() - startMs) / 1000);
    await recorderLives(second - 600, second - 300);
    const { body } = await ask({ start: iso((second - 200) * 1000), end: iso(second * 1000) });
    expect(body.cameras[0].gaps.map(({ reason }: Span) => reason)).toEqual(['recorder_down']);
  });

  it('merges runs closer than a pixel, and returns the resolution', async () => {
    await recorderLives(-60, 3_600);
    await record(...Array.from({ length: 60 }, (_, minute) => ({ from: minute * 60, to: minute * 60 + 40 })));
    const exact = (await ask({})).body;
    expect([exact.resolution_ms, exact.cameras[0].runs.length]).toEqual([1_000, 60]);
    const coarse = (await ask({ resolution_ms: 30_000 })).body;
    expect([coarse.resolution_ms, coarse.cameras[0].runs.length]).toEqual([30_000, 1]);
    const year = (await ask({ start: iso(-300 * 24 * HOUR_MS), end: iso(HOUR_MS) })).body;
    expect(year.resolution_ms).toBeGreaterThan(900_000);
    expect(seconds(year.cameras[0].runs)).toEqual([[0.04, 3_580.03, false]]);
  });

  it('covers every moment of the range exactly once, for any history', async () => {
    const reasons = ['offline', 'stalled', 'idle', 'off', 'disk_full', null] as const;
    const happening = fc.record({
      states: fc.array(
        fc.record({
          second: fc.nat(3_600),
          reason: fc.constantFrom(...reasons),
          stream: fc.constantFrom('main' as const, 'sub' as const),
        }),
        { maxLength: 8 },
      ),
      footage: fc.array(fc.record({ from: fc.nat(900), length: fc.integer({ min: 1, max: 200 }) }), { maxLength: 4 }),
      alive: fc.tuple(fc.nat(1_800), fc.nat(1_800)),
      resolution: fc.constantFrom(0, 60_000, 600_000),
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ states, footage, alive, resolution }) => {
        for (const table of ['segment', 'streamStateChange', 'recorderRun'] as const)
          await test.db.deleteFrom(table).execute();
        await recorderLives(alive[0], alive[0] + alive[1]);
        await addStates(states);
        await record(
          ...footage.map(({ from, length }, i) => ({
            from: i * 900 + from,
            to: Math.min((i + 1) * 900, i * 900 + from + length) + 1,
          })),
        );
        const [camera] = (await ask({ resolution_ms: resolution })).body.cameras;
        const spans = [...camera.runs, ...camera.gaps].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
        expect(spans[0].start).toBe(iso(0));
        expect(spans.at(-1).end).toBe(iso(HOUR_MS));
        expect(spans.slice(1).map(({ start }) => start)).toEqual(spans.slice(0, -1).map(({ end }) => end));
      }),
      { numRuns: 40 },
    );
  });

  it('derives the reasons from all recorded states, also those long before the range', async () => {
    const state = fc.record({
      // Farther apart than the merge tolerance, and some of it before the range.
      second: fc.integer({ min: -200, max: 350 }).map((n) => n * 10),
      reason: fc.constantFrom('offline', 'stalled', 'idle', 'off', 'disk_full', null),
      stream: fc.constantFrom('main' as const, 'sub' as const),
    });
    const happening = fc.record({
      states: fc.uniqueArray(state, { maxLength: 12, selector: ({ second, stream }) => `${second} ${stream}` }),
      footage: fc.uniqueArray(fc.nat(80), { maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(happening, async ({ states, footage }) => {
        for (const table of ['segment', 'streamStateChange', 'recorderRun'] as const)
          await test.db.deleteFrom(table).execute();
        await recorderLives(-3_000, 4_000);
        await addStates(states);
        await record(...footage.map((n) => ({ from: n * 44, to: n * 44 + 44 })));
        const [camera] = (await ask({})).body.cameras;
        const spanOf = ({ start, end }: Span) => ({ startMs: Date.parse(start), endMs: Date.parse(end) });
        const entries = explainCamera({
          window: { startMs, endMs: startMs + HOUR_MS },
          recorded: camera.runs.map(spanOf),
          states: spansOf(states),
          deletions: [],
          recorderAlive: [{ startMs: startMs - 3_000_000, endMs: startMs + 4_000_000 }],
          addedAtMs: startMs - HOUR_MS,
        });
        const expected = coarsenGaps(entries, 1_000).flatMap((entry) =>
          entry.kind === 'gap' ? [[entry.startMs, entry.endMs, entry.reason]] : [],
        );
        expect(camera.gaps.map((gap: Span) => [...Object.values(spanOf(gap)), gap.reason])).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [{ start: iso(10), end: iso(10) }, '/query/end'],
    [{ start: iso(10), end: iso(0) }, '/query/end'],
    [{ start: '2999-01-01T00:00:00Z', end: '2999-01-02T00:00:00Z' }, '/query/start'],
    [{ start: iso(0), end: iso(367 * 24 * HOUR_MS) }, '/query/end'],
    [{ start: 'yesterday' }, '/query/start'],
    [{ camera_ids: Array.from({ length: 65 }, () => '00000000-0000-4000-8000-000000000000') }, '/query/camera_ids'],
    [{ resolution_ms: -1 }, '/query/resolution_ms'],
    [{ resolution: 5 }, '/query/resolution'],
  ])('refuses %j', async (query, pointer) => {
    const reply = await ask(query as Record<string, string>);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });

  it('answers 404 for a camera outside the caller’s scope, also among others', async () => {
    const role = await test.call('POST', '/config/roles', {
      token: admin,
      body: { name: 'Gate only', capabilities: [], camera_ids: [gate] },
    });
    await test.call('POST', '/config/users', {
      token: admin,
      body: { username: 'guard', password: 'long enough', role_id: role.body.id },
    });
    const guard = (await test.call('POST', '/auth/login', { body: { username: 'guard', password: 'long enough' } }))
      .body.token;
    expect((await ask({}, guard)).status).toBe(200);
    expect((await ask({ camera_ids: door }, guard)).status).toBe(404);
    expect((await ask({ camera_ids: [gate, door] }, guard)).status).toBe(404);
    expect((await ask({ camera_ids: [gate, door] })).body.cameras).toHaveLength(2);
  });
});

describe('GET /timeline/activity', () => {
  const activity = (query: Record<string, string | number>) => ask(query, admin, '/timeline/activity');

  it('returns the share of motion in each part', async () => {
    await record({ from: 0, to: 60, hasMotion: true });
    await record({ from: 60, to: 600 });
    await record({ from: 600, to: 630, hasMotion: true });
    const { body } = await activity({ buckets: 60 });
    const motion = body.cameras[0].motion as number[];
    expect(motion).toHaveLength(60);
    expect(motion[0]).toBeCloseTo(1, 1);
    expect(motion[10]).toBeCloseTo(0.53, 1);
    expect(motion.filter((share) => share > 0.01)).toHaveLength(2);
  });

  it('counts motion in both streams once', async () => {
    await record({ from: 0, to: 60, hasMotion: true });
    await record({ from: 0, to: 60, hasMotion: true, stream: 'sub' });
    expect((await activity({ buckets: 30 })).body.cameras[0].motion[0]).toBeCloseTo(0.5, 1);
  });

  it.each([0, 4_097, 'many'])('refuses %s parts', async (buckets) => {
    expect((await activity({ buckets })).status).toBe(422);
  });
});

describe('GET /timeline/marks', () => {
  let counter = 0;
  const add = async (second: number, label: string, more: object = {}) => {
    counter += 1;
    const ts = at(second * 1000);
    const event = {
      cameraId: gate,
      sourceId: 'external',
      providerEventId: `mark ${counter}`,
      label,
      ts,
      updatedAt: ts,
    };
    await test.db
      .insertInto('event')
      .values({ ...event, lifecycle: 'end', endTs: at(second * 1000 + 500), ...more })
      .execute();
  };
  const marks = async (query: Record<string, string | number | string[]>, token = admin) => {
    const { body } = await ask(query, token, '/timeline/marks');
    return body.items.map((mark: { ts: string; label: string; sub_label: string | null }) =>
      [(Date.parse(mark.ts) - startMs) / 1000, mark.label, mark.sub_label].filter((one) => one !== null).join(' '),
    );
  };
  beforeAll(async () => {
    for (const second of [1, 2, 61, 3_500, 3_599]) await add(second, 'person');
    for (const second of [1, 2]) await add(second, 'door', { sourceId: 'hub', subLabel: 'Front door' });
    await add(3, 'motion', { sourceId: 'motion' });
    await add(4, 'license_plate', { sourceId: 'native-alpr', subLabel: 'AB123', recognizedPlate: 'AB123' });
    await add(5, 'car', { subLabel: 'AB123', recognizedPlate: 'AB123' });
    await add(30, 'person', { cameraId: door });
    await add(HOUR_MS / 1000, 'person');
  });

  it('keeps the newest of each label in each part, and leaves out motion', async () => {
    const newestFirst = (texts: readonly string[]) =>
      texts.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a) || a.localeCompare(b));
    const shown = await marks({ parts: 60 });
    expect(shown.map(Number.parseFloat)).toEqual(newestFirst(shown).map(Number.parseFloat));
    expect(newestFirst(shown)).toEqual(
      newestFirst([
        '3599 person',
        '3500 person',
        '61 person',
        '5 car AB123',
        '4 license_plate AB123',
        '2 person',
        '2 door Front door',
      ]),
    );
    expect((await marks({ parts: 1 })).length).toBe(4);
    expect((await marks({ parts: 1_024, camera_ids: [gate, door] })).length).toBe(8);
  });

  it('shows neither plates nor their text without the capability', async () => {
    const body = { name: 'Plain', capabilities: [], camera_ids: [gate] };
    const { id: role_id } = (await test.call('POST', '/config/roles', { token: admin, body })).body;
    const user = { username: 'plain', password: 'seven gates' };
    await test.call('POST', '/config/users', { token: admin, body: { ...user, role_id } });
    const plain = (await test.call('POST', '/auth/login', { body: user })).body.token;
    const shown = await marks({ parts: 60 }, plain);
    expect(shown).toContain('5 car');
    expect(shown.join()).not.toMatch(/AB123|license_plate/);
    expect((await ask({ parts: 60, camera_ids: [gate, door] }, plain, '/timeline/marks')).status).toBe(404);
  });

  it('has doors that were open when the range begins, and when it was unknown whether they still were', async () => {
    const entityId = 'binary_sensor.gate';
    const opened = { sourceId: 'hub', endTs: null, providerEventId: `${gate} 1 ${entityId}` };
    await add(-600, 'garage_door', opened);
    await add(-900, 'garage_door', { ...opened, providerEventId: 'over', endTs: at(-800_000) });
    const known = { cameraId: gate, entityId, known: true, value: 'on' };
    const unknown = { ...known, known: false, value: 'hub-down' };
    await test.db
      .insertInto('hubStateSpan')
      .values([
        { ...unknown, startTs: at(-700_000), endTs: at(-590_000) },
        { ...known, startTs: at(-590_000), endTs: at(-60_000) },
        { ...unknown, startTs: at(-60_000), endTs: at(-30_000) },
        { ...known, startTs: at(-30_000), endTs: at(100_000) },
        { ...unknown, startTs: at(100_000), endTs: null },
        { ...unknown, entityId: 'binary_sensor.other', startTs: at(0), endTs: null },
      ])
      .execute();
    const { body } = await ask({ parts: 60 }, admin, '/timeline/marks');
    const garage = body.items.filter(({ label }: { label: string }) => label === 'garage_door');
    expect(garage).toMatchObject([
      {
        ts: at(-600_000).toISOString(),
        unknown: [
          { start: at(-600_000).toISOString(), end: at(-590_000).toISOString() },
          { start: at(-60_000).toISOString(), end: at(-30_000).toISOString() },
          { start: at(100_000).toISOString(), end: null },
        ],
      },
    ]);
    expect(body.items.find(({ label }: { label: string }) => label === 'person').unknown).toEqual([]);
  });

  it.each([0, 1_025, 'many'])('refuses %s parts', async (parts) => {
    expect((await ask({ parts }, admin, '/timeline/marks')).status).toBe(422);
  });
});
