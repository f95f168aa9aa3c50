import { SegmentedControl, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type HubOffer, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import { BrokerLogin } from './broker-login.tsx';
import { offerEffect } from './offer-edit.ts';

const tones: Record<HubOffer['state'], Tone> = { off: 'idle', connecting: 'warn', connected: 'good', failed: 'bad' };
const brokers = ['own', 'detector'] as const;

const fieldsOf = ({
  state: _state,
  detail: _detail,
  reason: _reason,
  has_mqtt_password: _has,
  ...saved
}: HubOffer) => ({
  ...saved,
  mqtt_password: '',
});
type OfferDraft = ReturnType<typeof useDraft<ReturnType<typeof fieldsOf>>>;

/** The cameras that are offered to the home over MQTT. */
export function OfferForm({ offer }: { offer: HubOffer }) {
  const t = useT();
  const { state, detail, reason, has_mqtt_password, mqtt_url } = offer;
  const draft = useDraft('hub offer', fieldsOf(offer));
  const { value, set } = draft;
  const save = useSave({
    call: () => api.hubOffer.update({ body: draft.changes }),
    done: t('offer.saved'),
    onShown: draft.reset,
  });
  const effect = offerEffect(value, useQuery(queries.detector).data?.mqtt_url);
  const effectTexts = {
    offers: t('offer.effect', { count: value.camera_ids.length }),
    nothing: t('offer.effectNone'),
    'needs-broker': t('offer.effectNoBroker'),
  };
  const keepsPassword = has_mqtt_password && value.mqtt_url === mqtt_url;
  return (
    <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset} message={effectTexts[effect]}>
      <Card
        title={t('offer.title')}
        lead={t('offer.lead')}
        aside={
          <span data-testid="offer-state">
            <StateChip tone={tones[state]}>{t(`offerState.${state}`)}</StateChip>
          </span>
        }
      >
        {detail !== null && (
          <Text size="sm" role="status">
            {t.reason(reason, detail)}
          </Text>
        )}
        <Switch
          label={t('offer.enabled')}
          description={t('offer.enabledHint')}
          checked={value.enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
        />
        {value.enabled && (
          <>
            <CameraPicker
              label={t('offer.cameras')}
              description={t('offer.camerasHint')}
              placeholder={t('offer.noCameras')}
              value={value.camera_ids}
              onChange={(ids) => set('camera_ids', ids)}
              error={save.errorOf('camera_ids')}
            />
            <Stack gap={6}>
              <Text size="sm" fw={500}>
                {t('offer.broker')}
              </Text>
              <SegmentedControl
                aria-label={t('offer.broker')}
                data={brokers.map((broker) => ({ value: broker, label: t(`broker.${broker}`) }))}
                value={value.broker}
                onChange={(broker) => set('broker', broker)}
                maw={420}
              />
            </Stack>
            {value.broker === 'own' && (
              <OwnBroker
                draft={draft}
                keepsPassword={keepsPassword}
                save={save}
                isMissing={effect === 'needs-broker'}
              />
            )}
            {value.broker === 'detector' && effect === 'needs-broker' && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('offer.noDetectorBroker')}
              </Text>
            )}
            <TextInput
              label={t('offer.prefix')}
              description={t('offer.prefixHint')}
              value={value.discovery_prefix}
              onChange={(event) => set('discovery_prefix', event.currentTarget.value)}
              error={save.errorOf('discovery_prefix')}
              maxLength={99}
              maw={260}
            />
            <Switch
              label={t('offer.plates')}
              description={t('offer.platesHint')}
              checked={value.plates}
              onChange={(event) => set('plates', event.currentTarget.checked)}
            />
          </>
        )}
      </Card>
    </TabForm>
  );
}

interface OwnBrokerProps {
  draft: OfferDraft;
  keepsPassword: boolean;
  save: { errorOf(field: string): string | undefined };
  /** There is no address, although cameras are to be offered. */
  isMissing: boolean;
}

/** A broker other than the one of the detector. */
function OwnBroker({ draft: { value, set }, keepsPassword, save, isMissing }: OwnBrokerProps) {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('offer.address')}
        placeholder="mqtt://homeassistant.local:1883"
        value={value.mqtt_url ?? ''}
        onChange={({ currentTarget: { value: url } }) => set('mqtt_url', url.trim() === '' ? null : url.trim())}
        error={save.errorOf('mqtt_url') ?? (isMissing && t('offer.addressMissing'))}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        maw={520}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={520}>
        <BrokerLogin
          value={value}
          keepsPassword={keepsPassword}
          onUsername={(name) => set('mqtt_username', name)}
          onPassword={(password) => set('mqtt_password', password)}
        />
      </SimpleGrid>
    </>
  );
}
