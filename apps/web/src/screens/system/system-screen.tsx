import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import { Page } from '../../parts/page.tsx';
import classes from '../../parts/parts.module.css';
import { StateChip } from '../../parts/state-chip.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useSave } from '../../parts/use-save.ts';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { TabForm } from '../camera/tab-form.tsx';
import { StorageState } from '../storages/storage-state.tsx';

export function SystemScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  return (
    <Page title={t('nav.system')} lead={t('system.lead')}>
      <Health />
      {isAdmin && <Storages />}
      {isAdmin && <Clips />}
    </Page>
  );
}

function Health() {
  const { t, format } = useI18n();
  const health = useQuery(queries.health);
  const version = useQuery(queries.version);
  return (
    <Card title={t('system.health')}>
      <Loaded query={health}>
        {({ status, reasons }) => (
          <Stack gap="sm">
            <div>
              <StateChip tone={status === 'ok' ? 'good' : 'warn'}>{t(`health.${status}`)}</StateChip>
            </div>
            {reasons.map((reason) => (
              <div key={reason}>{reason}</div>
            ))}
            <dl className={classes.facts}>
              <dt>{t('system.version')}</dt>
              <dd>{version.data?.version ?? '…'}</dd>
              <dt>{t('system.checked')}</dt>
              <dd>{format.clock(health.dataUpdatedAt)}</dd>
              <dt>{t('system.zone')}</dt>
              <dd>{format.zone()}</dd>
            </dl>
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Storages() {
  const { t, format } = useI18n();
  const storages = useQuery({ ...queries.storages, refetchInterval: 15_000 });
  return (
    <Card title={t('nav.storages')}>
      <Loaded query={storages}>
        {(all) => (
          <dl className={classes.facts}>
            {all.map(({ id, name, state, free_bytes }) => (
              <div key={id} style={{ display: 'contents' }}>
                <dt>
                  <Named text={name} inline />
                </dt>
                <dd>
                  <StorageState state={state} />{' '}
                  {free_bytes !== null && t('storages.freeShort', { free: format.bytes(free_bytes) })}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

function Clips() {
  const settings = useQuery(queries.settings);
  return <Loaded query={settings}>{(data) => <ClipForm settings={data} />}</Loaded>;
}

type Settings = Awaited<ReturnType<typeof api.settings.get>>;

function ClipForm({ settings }: { settings: Settings }) {
  const t = useT();
  const draft = useDraft(settings);
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
