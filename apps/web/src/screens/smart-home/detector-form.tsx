import { NumberInput, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { DetectorConfig } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { type Draft, useDraft } from '../../parts/forms/use-draft.ts';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconInfoCircle } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { BrokerLogin } from './broker-login.tsx';
import { type DetectorFields, detectorEffect, detectorFields, keepsPassword } from './detector-edit.ts';
import { DetectorTest } from './detector-test.tsx';

const states = {
  off: ['idle', 'offerState.off'],
  connecting: ['warn', 'offerState.connecting'],
  subscribed: ['good', 'offerState.connected'],
  failed: ['bad', 'offerState.failed'],
} as const satisfies Record<DetectorConfig['state'], readonly [Tone, string]>;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const LISTED_NAMES = 10;

/** The external detector: how it is reached, and which of its cameras are not used. */
export function DetectorForm({ config }: { config: DetectorConfig }) {
  const t = useT();
  const { state, reason, cause, source, unmapped_cameras } = config;
  const draft = useDraft('detector', detectorFields(config));
  const save = useSave({
    call: () => api.detector.update({ body: draft.changes }),
    needs: { mqtt_prefix: draft.value.enabled && isBlank(draft.value.mqtt_prefix) },
    done: t('detector.saved'),
    onShown: draft.reset,
  });
  const effect = detectorEffect(config, draft.value);
  const [tone, word] = states[state];
  return (
    <TabForm
      isDirty={draft.isDirty}
      save={save}
      onDiscard={draft.reset}
      message={effect && t(`detectorEffect.${effect}`)}
    >
      <Card
        title={t('detector.title')}
        lead={t('detector.lead')}
        aside={
          <span data-testid="detector-state">
            <StateChip tone={tone}>{t(word)}</StateChip>
          </span>
        }
      >
        {reason !== null && (
          <Text size="sm" role="status">
            {t.reason(cause, reason)}
          </Text>
        )}
        {source === 'environment' && (
          <div className={classes.note}>
            <IconInfoCircle size={20} aria-hidden />
            <span>{t('detector.fromEnvironment')}</span>
          </div>
        )}
        <Switch
          label={t('detector.enabled')}
          description={t('detector.enabledHint')}
          checked={draft.value.enabled}
          onChange={(event) => draft.set('enabled', event.currentTarget.checked)}
        />
        {draft.value.enabled && (
          <>
            <Connection draft={draft} keepsPassword={keepsPassword(config, draft.value)} errorOf={save.errorOf} />
            {unmapped_cameras.length > 0 && (
              <Text size="sm" role="status">
                {t('detector.unmapped', { names: unmapped_cameras.slice(0, LISTED_NAMES).join(', ') })}
              </Text>
            )}
            <DetectorTest fields={draft.value} />
          </>
        )}
      </Card>
    </TabForm>
  );
}

interface ConnectionProps {
  draft: Draft<DetectorFields>;
  keepsPassword: boolean;
  errorOf: (field: string) => string | undefined;
}

const address = { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

function Connection({ draft: { value, set }, keepsPassword, errorOf }: ConnectionProps) {
  const t = useT();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={520}>
        <TextInput
          {...address}
          label={t('offer.address')}
          placeholder="mqtt://frigate.local:1883"
          value={value.mqtt_url ?? ''}
          onChange={(event) => set('mqtt_url', orNull(event.currentTarget.value))}
          error={errorOf('mqtt_url')}
          maxLength={500}
        />
        <TextInput
          label={t('detector.prefix')}
          placeholder="frigate"
          value={value.mqtt_prefix}
          onChange={(event) => set('mqtt_prefix', event.currentTarget.value)}
          error={errorOf('mqtt_prefix')}
          maxLength={99}
          required
          withAsterisk={false}
        />
        <BrokerLogin
          value={value}
          keepsPassword={keepsPassword}
          onUsername={(name) => set('mqtt_username', name)}
          onPassword={(password) => set('mqtt_password', password)}
        />
      </SimpleGrid>
      <TextInput
        {...address}
        label={t('detector.httpAddress')}
        description={t('detector.httpAddressHint')}
        placeholder="http://frigate.local:5000"
        value={value.http_base_url ?? ''}
        onChange={(event) => set('http_base_url', orNull(event.currentTarget.value))}
        error={errorOf('http_base_url')}
        maxLength={500}
        maw={520}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={520} style={{ alignItems: 'end' }}>
        <NumberInput
          label={t('camera.confidence')}
          description={t('detector.minScoreHint')}
          suffix={t('feed.scoreUnit')}
          min={0}
          max={100}
          step={5}
          allowDecimal={false}
          value={Math.round(value.min_score * 100)}
          onChange={(share) => typeof share === 'number' && set('min_score', share / 100)}
          error={errorOf('min_score')}
        />
        <NumberInput
          label={t('detector.catchUp')}
          description={t('detector.catchUpHint')}
          suffix=" h"
          min={0}
          max={720}
          allowDecimal={false}
          value={value.catchup_hours}
          onChange={(hours) => typeof hours === 'number' && set('catchup_hours', hours)}
          error={errorOf('catchup_hours')}
        />
      </SimpleGrid>
    </>
  );
}
