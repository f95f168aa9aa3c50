import { Checkbox, Group, NumberInput, SimpleGrid, Switch } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { Backups } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { TimeField } from '../../parts/time/time-field.tsx';
import { daysOf, textOfDays, weekdays } from '../../parts/time/week-days.ts';

const scheduleOf = ({ enabled, at, days, keep }: Backups) => ({ enabled, at, days, keep });

/** When backups are made by themselves, and how many are kept. */
export function BackupScheduleForm({ backups }: { backups: Backups }) {
  const t = useT();
  const draft = useDraft('backups', scheduleOf(backups));
  const { enabled, at, days, keep } = draft.value;
  const save = useSave({
    call: () => api.backups.update({ body: draft.changes }),
    needs: { days: enabled && !days.includes('1'), at: enabled && at === '' && t('range.timeNeeded') },
    done: t('system.saved'),
    onShown: draft.reset,
  });
  return (
    <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset}>
      <Switch
        label={t('backup.enabled')}
        checked={enabled}
        onChange={(event) => draft.set('enabled', event.currentTarget.checked)}
      />
      {enabled && (
        <Checkbox.Group
          label={t('backup.days')}
          value={daysOf(days)}
          onChange={(next) => draft.set('days', textOfDays(next))}
          error={days.includes('1') ? save.errorOf('days') : t('week.dayNeeded')}
        >
          <Group gap="sm" mt={6}>
            {weekdays.map((day) => (
              <Checkbox key={day} value={day} label={t(`day.${day}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {enabled && (
          <TimeField
            label={t('backup.at')}
            description={t('backup.atHint')}
            value={at}
            onChange={(next) => draft.set('at', next)}
            error={save.errorOf('at')}
            required
          />
        )}
        <NumberInput
          label={t('backup.keep')}
          description={t('backup.keepHint')}
          min={1}
          max={60}
          allowDecimal={false}
          value={keep}
          onChange={(value) => typeof value === 'number' && draft.set('keep', value)}
          error={save.errorOf('keep')}
        />
      </SimpleGrid>
    </TabForm>
  );
}
