import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  deleteChannel,
  findAlertRule,
  findChannel,
  insertChannel,
  listAlertRules,
  listChannels,
  listDeliveries,
  lockFor,
  putAlertRule,
  readAlertSnooze,
  updateChannel,
  writeAlertSnooze,
} from '@holdfast/db';
import { ALERT_EVENT_KEYS, auditChanges } from '@holdfast/domain';
import type { Clock, OutboundRule, SecretBox } from '@holdfast/kit';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { channelFields } from './channel-fields.ts';
import type { Post } from './post.ts';
import { presentChannel, presentDelivery, presentRule } from './present.ts';
import { editRule } from './rule-fields.ts';
import { ruleRowOf } from './rule-of.ts';
import { sendTestMessage } from './send-test-message.ts';
import { snoozeTime } from './snooze-time.ts';

const DEFAULT_LIMIT = 100;

export function alertHandlers(deps: {
  db: Database;
  clock: Clock;
  secrets: SecretBox;
  outbound: OutboundRule;
  post: Post;
}): Handlers<Routes['alerts']> {
  const { db, clock, secrets, outbound } = deps;
  const find = async (conn: Conn, id: string) => {
    const channel = await findChannel(conn, id);
    if (!channel) throw new Problem('not-found');
    return channel;
  };

  return {
    listChannels: async () => ({ items: (await listChannels(db)).map(presentChannel) }),

    getChannel: async ({ params }) => presentChannel(await find(db, params.id)),

    createChannel: async ({ body: { kind, ...edit }, note }) => {
      const fields = await channelFields({ conn: db, secrets, outbound }, { kind, edit });
      return db.transaction().execute(async (tx) => {
        const channel = await insertChannel(tx, { ...fields, kind });
        await note(tx, { id: channel.id, name: channel.name, details: { kind } });
        return presentChannel(channel);
      });
    },

    updateChannel: async ({ params, body, note }) => {
      const saved = await find(db, params.id);
      const edit = { ...body, name: body.name ?? saved.name };
      const fields = await channelFields({ conn: db, secrets, outbound }, { kind: saved.kind, edit, saved });
      return db.transaction().execute(async (tx) => {
        const channel = await updateChannel(tx, saved.id, fields);
        if (!channel) throw new Problem('not-found');
        const [before, after] = [presentChannel(saved), presentChannel(channel)];
        // Some services have their secret in the address.
        const changes = auditChanges({ before, after, sent: body, withheld: ['base_url', 'target', 'receiver'] });
        await note(tx, { id: channel.id, name: channel.name, details: { changes } });
        return after;
      });
    },

    removeChannel: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        const { id, name } = await find(tx, params.id);
        if (!(await deleteChannel(tx, id))) throw new Problem('not-found');
        await note(tx, { id, name });
        return undefined;
      }),

    testChannel: async ({ params, note }) => {
      const channel = await find(db, params.id);
      await note(db, { id: channel.id, name: channel.name });
      await sendTestMessage(deps, channel);
    },

    listRules: async () => {
      const changed = new Map((await listAlertRules(db)).map((rule) => [rule.eventKey, rule]));
      return { items: ALERT_EVENT_KEYS.map((key) => presentRule(ruleRowOf(key, changed.get(key)))) };
    },

    updateRule: ({ params: { event_key }, body, note }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'alert-rules');
        const saved = ruleRowOf(event_key, await findAlertRule(tx, event_key));
        const rule = editRule(event_key, saved, { edit: body, nowMs: clock.now() });
        await putAlertRule(tx, rule);
        const [before, after] = [presentRule(saved), presentRule(rule)];
        await note(tx, { id: event_key, details: { changes: auditChanges({ before, after }) } });
        return after;
      }),

    getSnooze: async () => ({ snoozed_until: (await readAlertSnooze(db))?.toISOString() ?? null }),

    updateSnooze: ({ body, note }) => {
      const until = snoozeTime(body.snoozed_until, clock.now());
      const snooze = { snoozed_until: until?.toISOString() ?? null };
      return db.transaction().execute(async (tx) => {
        await writeAlertSnooze(tx, until);
        await note(tx, { details: snooze });
        return snooze;
      });
    },

    log: async ({ query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listDeliveries(db, {
        channelId: query.channel_id,
        state: query.state,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(rows, limit, {
        present: presentDelivery,
        cursor: ({ createdAt, id }) => writeTimeCursor({ ts: createdAt, id }),
      });
    },
  };
}
