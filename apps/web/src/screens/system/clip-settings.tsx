import { NumberInput, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';

export function ClipSettings() {
  const settings = useQuery(queries.settings);
  return <Loaded query={settings}>{(data) => <ClipForm settings={data} />}</Loaded>;
}

type Settings = Awaited<ReturnType<typeof api.settings.get>>;

function ClipForm({ settings }: { settings: Settings }) {
  const t = useT();
  const draft = useDraft('settings', settings);
  const save = useSave({
    call: () => api.settings.update({ body: draft.changes }),
    done: t('system.saved'),
    onShown: draft.reset,
  });
  return (
    <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset}>
      <Card title={t('system.clips')} lead={t('system.clipsLead')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label={t('system.overview')}
            suffix=" s"
            min={10}
            max={30}
            allowDecimal={false}
            value={draft.value.clip_overview_seconds}
            onChange={(value) => typeof value === 'number' && draft.set('clip_overview_seconds', value)}
          />
          <NumberInput
            label={t('system.preRoll')}
            suffix=" s"
            min={0}
            max={9}
            allowDecimal={false}
            value={draft.value.clip_pre_roll_seconds}
            onChange={(value) => typeof value === 'number' && draft.set('clip_pre_roll_seconds', value)}
          />
        </SimpleGrid>
      </Card>
    </TabForm>
  );
}
