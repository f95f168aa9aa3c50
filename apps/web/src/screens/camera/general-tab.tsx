import { reasonBody } from '@holdfast/contract';
import { reasonText } from '@holdfast/domain';
import { SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { CameraConfig } from '../../api/queries.ts';
import { useProbe } from '../../cameras/probe-panel.tsx';
import {
  type SourceAddress,
  shownAddress,
  usesSavedPassword,
  type WholeAddress,
  wholeAddress,
} from '../../cameras/source-address.ts';
import { TestedAddress } from '../../cameras/tested-address.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';

const audioChoices = ['policy', 'yes', 'no'] as const;
const audioValue = { policy: null, yes: true, no: false } as const;

export function GeneralTab({ camera }: { camera: CameraConfig }) {
  const t = useT();
  const { name, enabled, record_audio, convert_video } = camera;
  const draft = useDraft(`camera ${camera.id} general`, { name, enabled, record_audio, convert_video });
  const sources = useSources(camera);
  const converts = draft.value.convert_video;
  const mainProbe = useProbe({ converts });
  const subProbe = useProbe({ converts });
  const save = useSave({
    call: () => api.cameras.update({ params: { id: camera.id }, body: { ...draft.changes, ...sources.changes } }),
    needs: { name: isBlank(draft.value.name), main_url: sources.main.isEmpty },
    done: t('camera.saved'),
    onShown: () => {
      draft.reset();
      sources.reset();
    },
  });
  const sourceFault = (fault: string | undefined) => fault && t.reason(reasonBody(fault), reasonText(fault));
  const audio = audioChoices.find((choice) => audioValue[choice] === draft.value.record_audio) ?? 'policy';
  return (
    <TabForm
      isDirty={draft.isDirty || sources.isDirty}
      save={save}
      onDiscard={() => {
        draft.reset();
        sources.reset();
      }}
    >
      <Card>
        <TextInput
          label={t('camera.name')}
          value={draft.value.name}
          onChange={(event) => draft.set('name', event.currentTarget.value)}
          error={save.errorOf('name')}
          maxLength={100}
          required
          withAsterisk={false}
        />
        <Switch
          label={t('camera.enabled')}
          description={t('camera.enabledHint')}
          checked={draft.value.enabled}
          onChange={(event) => draft.set('enabled', event.currentTarget.checked)}
        />
      </Card>
      <Card title={t('camera.mainStream')} lead={t('camera.mainStreamLead')}>
        <TestedAddress
          label={t('camera.mainUrl')}
          value={sources.main.value}
          onChange={sources.main.set}
          saved={{ url: camera.main_url, hasPassword: camera.main_has_password }}
          error={save.errorOf('main_url') ?? sourceFault(sources.main.fault)}
          probe={mainProbe}
          url={sources.main.tryable}
          isKept={sources.main.isKept}
          required
        />
      </Card>
      <Card title={t('camera.subStream')} lead={t('camera.subStreamLead')}>
        <TestedAddress
          label={t('camera.subUrl')}
          value={sources.sub.value}
          onChange={sources.sub.set}
          saved={{ url: camera.sub_url, hasPassword: camera.sub_has_password }}
          error={save.errorOf('sub_url') ?? sourceFault(sources.sub.fault)}
          probe={subProbe}
          url={sources.sub.tryable}
          isKept={sources.sub.isKept}
        />
      </Card>
      <Card title={t('camera.conversion')}>
        <Switch
          label={t('camera.convert')}
          description={t('camera.convertHint')}
          checked={converts}
          onChange={(event) => draft.set('convert_video', event.currentTarget.checked)}
        />
      </Card>
      <Card title={t('camera.sound')}>
        <Stack gap={6}>
          <SegmentedControl
            aria-label={t('camera.sound')}
            data={audioChoices.map((choice) => ({ value: choice, label: t(`audio.${choice}`) }))}
            value={audio}
            onChange={(choice) => draft.set('record_audio', audioValue[choice])}
          />
          <Text size="sm" c="dimmed">
            {t('camera.soundHint')}
          </Text>
        </Stack>
      </Card>
    </TabForm>
  );
}

/** Both addresses in the form, and the parts to send. */
function useSources(camera: CameraConfig) {
  const draft = useDraft(`camera ${camera.id} general sources`, {
    main: shownAddress(camera.main_url),
    sub: shownAddress(camera.sub_url),
  });
  const sourceOf = (name: 'main' | 'sub', saved: SavedAddress) => ({
    ...readSource(draft.value[name], saved),
    isDirty: draft.changes[name] !== undefined,
    set: (value: SourceAddress) => draft.set(name, value),
  });
  const main = sourceOf('main', { url: camera.main_url, hasPassword: camera.main_has_password });
  const sub = sourceOf('sub', { url: camera.sub_url, hasPassword: camera.sub_has_password });
  const changes = {
    ...(main.isDirty && { main_url: main.toSend }),
    ...(sub.isDirty && { sub_url: sub.isEmpty ? null : sub.toSend }),
  };
  return {
    main,
    sub,
    changes,
    isDirty: draft.isDirty,
    reset: draft.reset,
  };
}

interface SavedAddress {
  url: string | null;
  hasPassword: boolean;
}

function readSource(value: SourceAddress, saved: SavedAddress) {
  const isEmpty = value.url.trim() === '';
  const whole: WholeAddress = wholeAddress(value);
  return {
    value,
    isEmpty,
    isKept: usesSavedPassword(saved, value),
    fault: whole.kind === 'refused' && !isEmpty ? whole.reason : undefined,
    tryable: whole.kind === 'ok' ? whole.url : undefined,
    // An address that the form cannot parse is refused by the server with a sentence.
    toSend: whole.kind === 'ok' ? whole.url : value.url.trim(),
  };
}
