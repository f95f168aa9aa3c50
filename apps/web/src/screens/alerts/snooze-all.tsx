import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import { isSnoozed, SnoozeMenu } from './snooze-menu.tsx';

/** Snoozes every alert at once. */
export function SnoozeAll() {
  const { t, format } = useI18n();
  const snooze = useQuery(queries.alertSnooze);
  const save = useSave({
    call: (snoozed_until: string | null) => api.alerts.updateSnooze({ body: { snoozed_until } }),
    done: ({ snoozed_until }) =>
      snoozed_until === null
        ? t('alerts.unsnoozedAll')
        : t('alerts.snoozedAll', { time: format.moment(snoozed_until) }),
  });
  const until = snooze.data?.snoozed_until ?? null;
  return (
    <Group gap="xs">
      {isSnoozed(until, Date.now()) && (
        <StateChip tone="warn">{t('alerts.snoozedUntil', { time: format.moment(until) })}</StateChip>
      )}
      <SnoozeMenu
        text={t('alerts.snoozeAll')}
        label={t('alerts.snoozeAll')}
        until={until}
        isBusy={save.isPending}
        onSnooze={(next) => save.mutate(next)}
      />
    </Group>
  );
}
