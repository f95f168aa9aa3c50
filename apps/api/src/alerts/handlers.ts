import type { Routes } from '@holdfast/contract';
import {
  type Conn,
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
import { ALERT_EVENT_KEYS } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { channelFields } from './channel-fields.ts';
import { presentChannel, presentDelivery, presentRule } from './present.ts';
import { editRule } from './rule-fields.ts';
import { ruleRowOf } from './rule-of.ts';
import { sendTestMessage } from './send-test-message.ts';
import { snoozeTime } from './snooze-time.ts';

const DEFAULT_LIMIT = 100;

export function alertHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'outbound' | 'post'>,
): Handlers<Routes['alerts']> {
  const { db, clock, secrets, outbound } = deps;
  const find = async (conn: Conn, id: string) => {
    const channel = await findChannel(conn, id);
    if (!channel) throw new Problem('not-found');
    return channel;
  };

  return {
    listChannels: async () => ({ items: (await listChannels(db)).map(presentChannel) }),

    getChannel: async ({ params }) => presentChannel(await find(db, params.id)),

    createChannel: async ({ body: { kind, ...edit } }) => {
      const fields = await channelFields({ conn: db, secrets, outbound }, { kind, edit });
      return presentChannel(await insertChannel(db, { ...fields, kind }));
    },

    updateChannel: async ({ params, body }) => {
      const saved = await find(db, params.id);
      const edit = { ...body, name: body.name ?? saved.name };
      const fields = await channelFields({ conn: db, secrets, outbound }, { kind: saved.kind, edit, saved });
      const channel = await updateChannel(db, saved.id, fields);
      if (!channel) throw new Problem('not-found');
      return presentChannel(channel);
    },

    removeChannel: async ({ params }) => {
      if (!(await deleteChannel(db, params.id))) throw new Problem('not-found');
    },

    testChannel: async ({ params }) => {
      await sendTestMessage(deps, await find(db, params.id));
    },

    listRules: async () => {
      const changed = new Map((await listAlertRules(db)).map((rule) => [rule.eventKey, rule]));
      return { items: ALERT_EVENT_KEYS.map((key) => presentRule(ruleRowOf(key, changed.get(key)))) };
    },

    updateRule: ({ params: { event_key }, body }) =>
      db.transaction().execute(async (tx) => {
        await lockFor(tx, 'alert-rules');
        const saved = ruleRowOf(event_key, await findAlertRule(tx, event_key));
        const rule = editRule(event_key, saved, { edit: body, nowMs: clock.now() });
        await putAlertRule(tx, rule);
        return presentRule(rule);
      }),

    getSnooze: async () => ({ snoozed_until: (await readAlertSnooze(db))?.toISOString() ?? null }),

    updateSnooze: async ({ body }) => {
      const until = snoozeTime(body.snoozed_until, clock.now());
      await writeAlertSnooze(db, until);
      return { snoozed_until: until?.toISOString() ?? null };
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
