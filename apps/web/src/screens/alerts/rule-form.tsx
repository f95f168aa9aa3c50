import { Checkbox, Group, SimpleGrid, Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { AlertRule } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { TimeField } from '../../parts/time/time-field.tsx';
import { daysOf, textOfDays, weekdays } from '../../parts/time/week-days.ts';
import { CooldownField } from './cooldown-field.tsx';
import { TemplateFields } from './template-fields.tsx';

const NIGHT = { quiet_start: '22:00', quiet_end: '07:00' };

/** One kind of alert: how often it is sent, when not, and its text. */
export function RuleForm({ rule, onDone }: { rule: AlertRule; onDone: () => void }) {
  const t = useT();
  const { event_key, placeholders, snoozed_until: _snooze, ...editable } = rule;
  const [form, setForm] = useState(editable);
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const hasQuiet = form.quiet_start !== null && form.quiet_end !== null;
  const hasDays = form.quiet_days.includes('1');
  const save = useSave({
    call: () => api.alerts.updateRule({ params: { event_key }, body: form }),
    needs: {
      quiet_start: form.quiet_start === '' && t('range.timeNeeded'),
      quiet_end: form.quiet_end === '' && t('range.timeNeeded'),
      quiet_days: hasQuiet && !hasDays,
    },
    done: t('alerts.ruleSaved'),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      <Switch
        label={t('alerts.send')}
        checked={form.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <CooldownField
        value={form.cooldown_seconds}
        onChange={(cooldown_seconds) => set({ cooldown_seconds })}
        error={save.errorOf('cooldown_seconds')}
      />
      <Switch
        label={t('alerts.quiet')}
        description={t('alerts.quietHint')}
        checked={hasQuiet}
        onChange={(event) => set(event.currentTarget.checked ? NIGHT : { quiet_start: null, quiet_end: null })}
      />
      {hasQuiet && (
        <>
          <SimpleGrid cols={2}>
            <TimeField
              label={t('range.start')}
              value={form.quiet_start ?? ''}
              onChange={(quiet_start) => set({ quiet_start })}
              error={save.errorOf('quiet_start')}
              required
            />
            <TimeField
              label={t('range.end')}
              value={form.quiet_end ?? ''}
              onChange={(quiet_end) => set({ quiet_end })}
              error={save.errorOf('quiet_end')}
              example={NIGHT.quiet_end}
              required
            />
          </SimpleGrid>
          <Checkbox.Group
            label={t('alerts.quietDays')}
            description={t('alerts.quietDaysHint')}
            value={daysOf(form.quiet_days)}
            onChange={(days) => set({ quiet_days: textOfDays(days) })}
            error={hasDays ? save.errorOf('quiet_days') : t('week.dayNeeded')}
          >
            <Group gap="sm" mt={6}>
              {weekdays.map((day) => (
                <Checkbox key={day} value={day} label={t(`day.${day}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={t('alerts.bypass')}
            checked={form.bypass_quiet_hours}
            onChange={(event) => set({ bypass_quiet_hours: event.currentTarget.checked })}
          />
        </>
      )}
      <TemplateFields
        eventKey={event_key}
        placeholders={placeholders}
        title={form.title_template}
        body={form.body_template}
        onChange={set}
        errorOf={save.errorOf}
      />
    </DialogForm>
  );
}
