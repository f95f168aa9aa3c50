import type { Behavior, PolicyOrigin } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

const withMembers = (conn: Conn) =>
  conn
    .selectFrom('recordingPolicy')
    .selectAll('recordingPolicy')
    .select((eb) =>
      eb
        .selectFrom('camera')
        .select(
          sql<
            { id: string; name: string }[]
          >`coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name)), '[]')`.as('members'),
        )
        .whereRef('camera.policyId', '=', 'recordingPolicy.id')
        .where('camera.removedAt', 'is', null)
        .$castTo<{ members: { id: string; name: string }[] }>()
        .as('members'),
    )
    // Removed cameras whose footage still lives by this policy: no members, but a reason to keep it.
    .select((eb) =>
      eb
        .selectFrom('camera')
        .select(sql<string[]>`coalesce(array_agg(name order by lower(name)), '{}')`.as('names'))
        .whereRef('camera.policyId', '=', 'recordingPolicy.id')
        .where('camera.removedAt', 'is not', null)
        .$castTo<{ names: string[] }>()
        .as('removedMembers'),
    );

/** Default first, then by name. */
export const listPolicies = (conn: Conn) =>
  withMembers(conn).orderBy('isDefault', 'desc').orderBy(sql`lower(name)`).execute();

export const findPolicy = (conn: Conn, id: string) =>
  withMembers(conn).where('recordingPolicy.id', '=', id).executeTakeFirst();

export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>;

export const findDefaultPolicyId = async (conn: Conn): Promise<string> =>
  (await conn.selectFrom('recordingPolicy').select('id').where('isDefault', '=', true).executeTakeFirstOrThrow()).id;

export const insertPolicy = (conn: Conn, policy: Behavior & { name: string; origin: PolicyOrigin }) =>
  conn.insertInto('recordingPolicy').values(policy).returning('id').executeTakeFirstOrThrow();

export const updatePolicy = (
  conn: Conn,
  id: string,
  change: Partial<Behavior & { name: string; origin: PolicyOrigin }>,
) => conn.updateTable('recordingPolicy').set(change).where('id', '=', id).execute();

export const deletePolicy = (conn: Conn, id: string) =>
  conn.deleteFrom('recordingPolicy').where('id', '=', id).execute();
