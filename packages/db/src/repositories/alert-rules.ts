import type { Conn } from '../connect.ts';

/** Only rules that an operator changed have a row. */
export const listAlertRules = (conn: Conn) => conn.selectFrom('alertRule').selectAll().execute();

export type AlertRuleRow = Awaited<ReturnType<typeof listAlertRules>>[number];

export const findAlertRule = (conn: Conn, eventKey: string) =>
  conn.selectFrom('alertRule').selectAll().where('eventKey', '=', eventKey).executeTakeFirst();

export const putAlertRule = (conn: Conn, rule: AlertRuleRow) =>
  conn
    .insertInto('alertRule')
    .values(rule)
    .onConflict((conflict) => conflict.column('eventKey').doUpdateSet(rule))
    .execute();

/** Until when all alerts are snoozed. */
export const readAlertSnooze = async (conn: Conn): Promise<Date | null> =>
  (await conn.selectFrom('alertSnooze').select('snoozedUntil').executeTakeFirstOrThrow()).snoozedUntil;

export const writeAlertSnooze = (conn: Conn, snoozedUntil: Date | null) =>
  conn.updateTable('alertSnooze').set({ snoozedUntil }).execute();
