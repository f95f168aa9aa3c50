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
