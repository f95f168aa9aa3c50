import { Switch, TextInput } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { HubConfig } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { SecretInput } from '../../parts/forms/secret-input.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useNeeds } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconInfoCircle } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import classes from '../../parts/parts.module.css';
import { CertificateChoice } from './certificate-choice.tsx';
import { hubEffects, hubFields, needsToken, withAddress } from './hub-edit.ts';
import { HubTest } from './hub-test.tsx';

/** Address, token and certificate of the hub. */
export function HubForm({ config }: { config: HubConfig }) {
  const t = useT();
  const draft = useDraft('hub', hubFields(config));
  const { enabled, base_url, certificate, token } = draft.value;
  const save = useSave({
    call: () => api.hub.update({ body: draft.changes }),
    done: t('hub.saved'),
    onShown: draft.reset,
  });
  const { place, check, neededAt } = useNeeds<HTMLDivElement>({ base_url: base_url === null });
  const effects = hubEffects(config, draft.value);
  const isFromEnvironment = config.source === 'environment';
  return (
    <TabForm
      isDirty={draft.isDirty}
      save={save}
      onDiscard={draft.reset}
      message={effects.length > 0 && effects.map((effect) => t(`hubEffect.${effect}`)).join(' ')}
    >
      <Card title={t('hub.connection')} lead={t('hub.connectionLead')}>
        {isFromEnvironment && (
          <div className={classes.note}>
            <IconInfoCircle size={20} aria-hidden />
            <span>{t('hub.fromEnvironment')}</span>
          </div>
        )}
        <Switch
          label={t('hub.enabled')}
          description={t('hub.enabledHint')}
          checked={enabled}
          onChange={(event) => draft.set('enabled', event.currentTarget.checked)}
        />
        <div ref={place} style={{ display: 'contents' }}>
          <TextInput
            label={t('hub.address')}
            description={t('hub.addressHint')}
            placeholder="http://homeassistant.local:8123"
            value={base_url ?? ''}
            onChange={({ currentTarget: { value } }) => draft.merge(withAddress(config, value))}
            error={save.errorOf('base_url') ?? neededAt('base_url')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            maw={520}
          />
        </div>
        <SecretInput
          label={t('hub.token')}
          description={t('hub.tokenHint')}
          placeholder={config.has_token && !needsToken(config, draft.value) ? t('hub.tokenKept') : ''}
          value={token}
          onChange={(event) => draft.set('token', event.currentTarget.value.trim())}
          error={save.errorOf('token') ?? (needsToken(config, draft.value) ? t('hub.tokenMissing') : undefined)}
          autoComplete="new-password"
          maxLength={2_000}
          maw={520}
        />
        <CertificateChoice certificate={certificate} onChange={(next) => draft.set('certificate', next)} />
        <HubTest fields={draft.value} check={check} onAccept={(fingerprint) => draft.set('certificate', fingerprint)} />
      </Card>
    </TabForm>
  );
}
