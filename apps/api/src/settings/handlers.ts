import type { Routes } from '@holdfast/contract';
import { type Conn, type Database, readSettings, updateSettings } from '@holdfast/db';
import { auditChanges, clampOverviewSeconds, clampPreRollSeconds } from '@holdfast/domain';
import type { Handlers } from '../http/mount.ts';

export function settingsHandlers({ db }: { db: Database }): Handlers<Routes['settings']> {
  const show = async (conn: Conn) => {
    const settings = await readSettings(conn);
    return {
      clip_overview_seconds: settings.clipOverviewSeconds,
      clip_pre_roll_seconds: settings.clipPreRollSeconds,
      event_retention_days: settings.eventRetentionDays,
      sharing_enabled: settings.sharingEnabled,
    };
  };

  return {
    get: () => show(db),

    update: async ({ body, note }) => {
      const change = {
        ...(body.clip_overview_seconds !== undefined && {
          clipOverviewSeconds: clampOverviewSeconds(body.clip_overview_seconds),
        }),
        ...(body.clip_pre_roll_seconds !== undefined && {
          clipPreRollSeconds: clampPreRollSeconds(body.clip_pre_roll_seconds),
        }),
        ...(body.event_retention_days !== undefined && { eventRetentionDays: body.event_retention_days }),
        ...(body.sharing_enabled !== undefined && { sharingEnabled: body.sharing_enabled }),
      };
      return db.transaction().execute(async (tx) => {
        const before = await show(tx);
        if (Object.keys(change).length > 0) await updateSettings(tx, change);
        const after = await show(tx);
        await note(tx, { details: { changes: auditChanges({ before, after }) } });
        return after;
      });
    },
  };
}
