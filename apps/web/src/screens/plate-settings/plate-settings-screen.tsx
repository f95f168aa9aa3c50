import { NumberInput, Slider, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { IngestTokenCard } from './ingest-token-card.tsx';
import { PlateStorageCard } from './plate-storage-card.tsx';

type Config = Awaited<ReturnType<typeof api.lprConfig.get>>;

export function PlateSettingsScreen() {
  const t = useT();
  const config = useQuery(queries.lprConfig);
  return (
    <Page title={t('nav.plateSettings')} lead={t('plates.lead')}>
      <Loaded query={config}>{(data) => <PlatesForm config={data} />}</Loaded>
    </Page>
  );
}

const PLATE_LENGTH = 8;

function PlatesForm({ config }: { config: Config }) {
  const { t } = useI18n();
  const draft = useDraft('plates', config);
  const save = useSave({
    call: () => api.lprConfig.update({ body: draft.changes }),
    done: t('plates.saved'),
    onShown: draft.reset,
  });
  const { enabled, retention } = draft.value;
  return (
    <Stack gap="lg">
      <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset}>
        <Card>
          <Switch
            label={t('plates.enabled')}
            description={t('plates.enabledHint')}
            checked={enabled}
            onChange={(event) => draft.set('enabled', event.currentTarget.checked)}
          />
          <NumberInput
            label={t('plates.retention')}
            description={t('plates.retentionHint')}
            value={retention}
            onChange={(days) => typeof days === 'number' && days >= 1 && draft.set('retention', days)}
            min={1}
            max={3650}
            allowDecimal={false}
            suffix={` ${t('policy.days')}`}
            maw={260}
          />
          <WatchListTolerance
            value={draft.value.watchlist_fuzz}
            onChange={(fuzz) => draft.set('watchlist_fuzz', fuzz)}
          />
        </Card>
      </TabForm>
      <PlateStorageCard />
      <IngestTokenCard />
    </Stack>
  );
}

function WatchListTolerance({ value, onChange }: { value: number; onChange: (fuzz: number) => void }) {
  const t = useT();
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('plates.fuzz')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {value === 0
          ? t('plates.exact')
          : t('plates.fuzzNow', { count: Math.floor(value * PLATE_LENGTH), length: PLATE_LENGTH })}
      </Text>
      <Slider
        thumbLabel={t('plates.fuzz')}
        min={0}
        max={0.5}
        step={0.025}
        label={null}
        value={value}
        onChange={(fuzz) => onChange(Math.round(fuzz * 1000) / 1000)}
        maw={420}
      />
    </div>
  );
}
