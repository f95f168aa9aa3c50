import { MultiSelect, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { type CameraConfig, queries } from '../../api/queries.ts';
import { BulkEffectText } from '../../cameras/bulk-effect-text.tsx';
import { type BulkSettings, bulkEffect } from '../../cameras/bulk-settings.ts';
import { useT } from '../../i18n/i18n.tsx';
import { isolate } from '../../i18n/isolate.ts';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { BulkMotionFields } from './bulk-motion-fields.tsx';

const switches = { on: true, off: false } as const;
const sounds = { policy: null, yes: true, no: false } as const;

interface BulkEditFormProps {
  cameras: readonly CameraConfig[];
  onDone: () => void;
  onSaved: () => void;
}

/** The same settings for all chosen cameras. An empty field leaves each camera as it is. */
export function BulkEditForm({ cameras, onDone, onSaved }: BulkEditFormProps) {
  const t = useT();
  const policies = useQuery(queries.policies).data ?? [];
  const storages = useQuery(queries.storages).data ?? [];
  const groups = useQuery(queries.groups).data ?? [];
  const [settings, setSettings] = useState<BulkSettings>({});
  const merge = (part: { [K in keyof BulkSettings]: BulkSettings[K] | undefined }) =>
    setSettings((before) => withoutEmpty({ ...before, ...part }));
  const effect = bulkEffect(settings, { cameras, policies, groups });
  const save = useSave({
    call: () => api.cameras.updateMany({ body: { camera_ids: cameras.map(({ id }) => id), settings } }),
    needs: { policy_id: effect.changed === 0 && t('bulk.needed') },
    done: t('bulk.saved', { count: effect.changed }),
    onDone: () => {
      onSaved();
      onDone();
    },
  });
  const choices = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const unchanged = {
    placeholder: t('bulk.unchanged'),
    clearable: true,
    clearButtonProps: { 'aria-label': t('bulk.unchanged') },
  };
  const keyOf = <T,>(table: Readonly<Record<string, T>>, value: T | undefined) =>
    Object.keys(table).find((key) => value !== undefined && table[key] === value) ?? null;
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      <Text size="sm" c="dimmed" lineClamp={3}>
        {cameras.map(({ name }) => isolate(name)).join(', ')}
      </Text>
      <Select
        {...unchanged}
        label={t('cameraList.policy')}
        data={choices(policies)}
        value={settings.policy_id ?? null}
        onChange={(id) => merge({ policy_id: id ?? undefined, live_storage_id: undefined })}
        searchable
        data-autofocus
        // Its list would cover the next field as soon as the dialog opens.
        openOnFocus={false}
        error={save.errorOf('policy_id')}
      />
      <Select
        {...unchanged}
        label={t('bulk.storage')}
        description={t('bulk.storageHint')}
        data={choices(storages)}
        value={settings.live_storage_id ?? null}
        onChange={(id) => merge({ live_storage_id: id ?? undefined, policy_id: undefined })}
        error={save.errorOf('live_storage_id')}
      />
      <Select
        {...unchanged}
        label={t('bulk.power')}
        data={(['on', 'off'] as const).map((one) => ({ value: one, label: t(`bulkPower.${one}`) }))}
        value={keyOf(switches, settings.enabled)}
        onChange={(one) => merge({ enabled: one === null ? undefined : switches[one as keyof typeof switches] })}
      />
      <Select
        {...unchanged}
        label={t('camera.sound')}
        data={(['policy', 'yes', 'no'] as const).map((one) => ({ value: one, label: t(`audio.${one}`) }))}
        value={keyOf<boolean | null>(sounds, settings.record_audio)}
        onChange={(one) => merge({ record_audio: one === null ? undefined : sounds[one as keyof typeof sounds] })}
      />
      <BulkMotionFields cameras={cameras} settings={settings} onChange={merge} />
      {groups.length > 0 && (
        <>
          <MultiSelect
            label={t('bulk.addGroups')}
            data={choices(groups)}
            value={settings.add_group_ids ?? []}
            onChange={(ids) => merge({ add_group_ids: ids })}
            searchable
            hidePickedOptions
          />
          <MultiSelect
            label={t('bulk.removeGroups')}
            data={choices(groups)}
            value={settings.remove_group_ids ?? []}
            onChange={(ids) => merge({ remove_group_ids: ids })}
            searchable
            hidePickedOptions
          />
        </>
      )}
      <BulkEffectText effect={effect} />
    </DialogForm>
  );
}

/** Undefined and empty lists are no settings; null is one. */
const withoutEmpty = (settings: { [K in keyof BulkSettings]: BulkSettings[K] | undefined }): BulkSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
