import { foldLookAlikes, type Plate, toPlate } from '@holdfast/domain';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database } from '../connect.ts';
import { createPool } from '../create-pool.ts';
import { type KnownRead, slowNearReads } from './near-plates.oracle.ts';
import { searchNearReads } from './near-plates.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
// Few letters, most of them look-alikes: near plates and ties become common.
const CROWDED = [...'O0DI1B8AXZ2'];
const plateOf = (letters: readonly string[], lengths: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom(...letters), lengths).map((kept) => toPlate(kept.join('')));
const anyPlate = fc.oneof(
  plateOf(CROWDED, { minLength: 1, maxLength: 9 }),
  plateOf(LETTERS, { minLength: 3, maxLength: 12 }),
);

let database: TestDatabase;
let db: Database;
let reads: (KnownRead & { cameraId: string })[];
let cameras: string[];
let admin: string;
let guest: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 4 }));
  const idOf = async (statement: ReturnType<typeof sql<{ id: string }>>) => (await statement.execute(db)).rows[0]!.id;
  const newCamera = (name: string) =>
    idOf(
      sql`insert into camera (name, name_key, main_url, policy_id) values (${name}, ${name}, 'rtsp://192.0.2.1',
          (select id from recording_policy where is_default)) returning id`,
    );
  cameras = [await newCamera('gate'), await newCamera('yard')];
  const newUser = async (name: string, capabilities: string[]) => {
    const role = await idOf(
      sql`insert into role (name, name_key, capabilities) values (${name}, ${name}, ${capabilities}::text[]) returning id`,
    );
    return idOf(
      sql`insert into app_user (username, username_key, password_hash, role_id) values (${name}, ${name}, 'x', ${role}) returning id`,
    );
  };
  admin = await newUser('chief', ['admin']);
  guest = await newUser('guest', ['view_plates']);
  await sql`insert into user_camera (user_id, camera_id) values (${guest}, ${cameras[0]})`.execute(db);

  const plates = fc.sample(anyPlate, { numRuns: 1500, seed: 5 });
  // Few moments, so that equal times are common too.
  const rows = plates.map((plate, n) => ({ plate, camera: cameras[n % 2], minute: (n * 7) % 40, name: `read ${n}` }));
  const stored = await sql<{ id: string; cameraId: string; plate: string; ts: Date }>`
    insert into plate_read (camera_id, source_id, provider_event_id, ts, plate, plate_raw)
    select camera, 'external', name, timestamptz '2026-01-01' + minute * interval '1 minute', plate, plate
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (plate text, camera uuid, minute integer, name text)
    returning id, camera_id, plate, ts`.execute(db);
  reads = stored.rows.map(({ ts, ...read }) => ({ ...read, tsMs: ts.getTime() }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const visible = (userId: string) => reads.filter(({ cameraId }) => userId === admin || cameraId === cameras[0]);

async function pageThrough(userId: string, plate: Plate, limit: number) {
  const found: { id: string; distance: number }[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && { ...last, ts: new Date(reads.find(({ id }) => id === last.id)!.tsMs) };
    const { rows } = await searchNearReads(db, { userId, plate, limit, after });
    found.push(...rows.map(({ id, distance }) => ({ id, distance })));
    if (rows.length < limit) return found;
  }
}

/** A query: random, or a plate that was read, with up to three wrong characters. */
const anyQuery = fc.oneof(
  anyPlate,
  fc
    .tuple(fc.nat(), fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'X', '7', '00')), { maxLength: 3 }))
    .map(([seed, changes]) => {
      const letters = [...reads[seed % reads.length]!.plate];
      for (const [at, letter] of changes) letters[at % letters.length] = letter;
      return toPlate(letters.join('') || 'A');
    }),
);

describe('a fuzzy search', () => {
  it('finds the same reads as the reference rule, in the same order, by page and within the scope', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.boolean(), fc.integer({ min: 1, max: 40 }), async (query, isAdmin, limit) => {
        const userId = isAdmin ? admin : guest;
        const expected = slowNearReads(visible(userId), query).map(({ id, distance }) => ({ id, distance }));
        // Pages of one would take a query for each read.
        const found = await pageThrough(userId, query, Math.max(limit, Math.ceil(expected.length / 12)));
        expect(found).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('ranks a plate with two wrong characters of seven before all that are further away', async () => {
    const sevens = reads.filter(({ plate }) => plate.length === 7).slice(0, 40);
    for (const { plate } of sevens) {
      const wrong = toPlate(`${plate.slice(0, 1)}Q${plate.slice(2, 4)}Q${plate.slice(5)}`);
      const { rows } = await searchNearReads(db, { userId: admin, plate: wrong, limit: reads.length });
      const at = rows.findIndex((row) => row.plate === plate);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(rows.slice(0, at).every(({ distance }) => distance <= 2)).toBe(true);
    }
  });
});

it('folds look-alikes like the domain rules', async () => {
  const { rows } = await sql<{ letter: string; folded: string }>`
    select letter, fold_look_alikes(letter) as folded from unnest(${LETTERS}::text[]) as all_of (letter)`.execute(db);
  expect(rows).toEqual(LETTERS.map((letter) => ({ letter, folded: foldLookAlikes(toPlate(letter)) })));
});
