import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { type CameraConfig, queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { BulkEffectText } from './bulk-effect-text.tsx';
import { bulkEffect, copiedSettings } from './bulk-settings.ts';

interface CopySettingsFormProps {
  camera: { id: string; name: string };
  onDone: () => void;
}

/** Takes over recording, audio and motion settings from another camera. */
export function CopySettingsForm({ camera, onDone }: CopySettingsFormProps) {
  const t = useT();
  const configs: readonly CameraConfig[] = useQuery(queries.cameraConfigs).data ?? [];
  const policies = useQuery(queries.policies).data ?? [];
  const [sourceId, setSourceId] = useState<string | null>(null);
  const source = configs.find(({ id }) => id === sourceId);
  const cameras = configs.filter(({ id }) => id === camera.id);
  const effect = source && bulkEffect(copiedSettings(source), { cameras, policies, groups: [] });
  const save = useSave({
    call: (from: CameraConfig) =>
      api.cameras.updateMany({ body: { camera_ids: [camera.id], settings: copiedSettings(from) } }),
    needs: {
      source: source === undefined ? t('form.cameraNeeded') : effect?.changed === 0 && t('copySettings.same'),
    },
    done: t('copySettings.done', { name: camera.name }),
    onDone,
  });
  return (
    <DialogForm
      save={save}
      onSubmit={() => source && save.mutate(source)}
      onCancel={onDone}
      submit={t('copySettings.submit')}
    >
      <Text size="sm" c="dimmed">
        {t('copySettings.lead')}
      </Text>
      <Select
        label={t('copySettings.from')}
        data={configs.filter(({ id }) => id !== camera.id).map(({ id, name }) => ({ value: id, label: name }))}
        value={sourceId}
        onChange={setSourceId}
        error={save.errorOf('source')}
        searchable
        // The list would cover what is missing, and the button.
        openOnFocus={false}
        data-autofocus
      />
      {effect && <BulkEffectText effect={effect} />}
    </DialogForm>
  );
}
