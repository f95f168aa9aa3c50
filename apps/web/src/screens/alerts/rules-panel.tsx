import { Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { type AlertRule, queries } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconPencil } from '../../parts/icons/icons.ts';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { weekDaysText } from '../../parts/time/week-days.ts';
import { RuleForm } from './rule-form.tsx';
import { isSnoozed, SnoozeMenu } from './snooze-menu.tsx';

/** Which events are sent, how often, and when not. */
export function RulesPanel() {
  const t = useT();
  const rules = useQuery(queries.alertRules);
  const [editedKey, setEditedKey] = useState<AlertRule['event_key']>();
  const edited = rules.data?.find(({ event_key }) => event_key === editedKey);
  return (
    <>
      <Loaded query={rules}>
        {(all) => (
          <ul className={classes.rows}>
            {all.map((rule) => (
              <RuleRow key={rule.event_key} rule={rule} onEdit={() => setEditedKey(rule.event_key)} />
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        title={edited ? t(`eventKind.${edited.event_key}`) : ''}
        isOpen={edited !== undefined}
        onClose={() => setEditedKey(undefined)}
      >
        {edited && <RuleForm rule={edited} onDone={() => setEditedKey(undefined)} />}
      </Dialog>
    </>
  );
}

function RuleRow({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const { t, format } = useI18n();
  const { event_key, enabled, cooldown_seconds, quiet_start, quiet_end, quiet_days, snoozed_until } = rule;
  const name = t(`eventKind.${event_key}`);
  const save = useSave({
    call: (body: { enabled: boolean } | { snoozed_until: string | null }) =>
      api.alerts.updateRule({ params: { event_key }, body }),
  });
  return (
    <li className={classes.row}>
      <Switch
        aria-label={t('alerts.sendNamed', { name })}
        checked={enabled}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ enabled: event.currentTarget.checked })}
      />
      <div className={classes.rowMain}>
        <Group gap="xs">
          <span className={classes.rowTitle}>{name}</span>
          {isSnoozed(snoozed_until, Date.now()) && (
            <StateChip tone="warn">{t('alerts.snoozedUntil', { time: format.moment(snoozed_until) })}</StateChip>
          )}
        </Group>
        <div className={classes.rowSub}>
          <span>
            {cooldown_seconds === 0
              ? t('alerts.everyTime')
              : t('alerts.atMostEvery', { time: format.duration(cooldown_seconds * 1_000) })}
          </span>
          {quiet_start !== null && quiet_end !== null && quiet_days.includes('1') && (
            <span>
              {t('alerts.quietFromTo', {
                start: quiet_start,
                end: quiet_end,
                days: weekDaysText(quiet_days, (day) => t(`day.${day}`), t('alerts.everyDay')),
              })}
            </span>
          )}
        </div>
      </div>
      <SnoozeMenu
        text={t('alerts.snooze')}
        label={t('alerts.snoozeNamed', { name })}
        until={snoozed_until}
        isBusy={save.isPending}
        isSmall
        onSnooze={(until) => save.mutate({ snoozed_until: until })}
      />
      <RowAction label={t('alerts.editNamed', { name })} icon={<IconPencil size={20} />} onClick={onEdit} />
    </li>
  );
}
