import { reasonBody } from '@holdfast/contract';
import { reasonText } from '@holdfast/domain';
import { Button, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/api.ts';
import { type CameraConfig, type DeviceStream, queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { Form } from '../parts/forms/form.tsx';
import { NameField } from '../parts/forms/name-field.tsx';
import { useDraft } from '../parts/forms/use-draft.ts';
import { isBlank } from '../parts/forms/use-needs.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { FindCamera } from './find-camera.tsx';
import { useProbe } from './probe-panel.tsx';
import { type SourceAddress, takeAddress, wholeAddress } from './source-address.ts';
import { streamLabel } from './stream-label.ts';
import { TestedAddress } from './tested-address.tsx';

interface NewCameraFormProps {
  onAdded: (camera: CameraConfig) => void;
  /** Secondary action beside the submit button. */
  aside?: ReactNode;
}

interface NewCamera {
  name: string;
  address: SourceAddress;
  /** Of a discovered device. */
  sub: DeviceStream | null;
  /** Typed; with the login of the main stream unless it has its own. */
  subUrl: string;
  storageId: string | null;
}
const nothingTyped: NewCamera = {
  name: '',
  address: { url: '', username: '', password: '' },
  sub: null,
  subUrl: '',
  storageId: null,
};

/** Address and name, and if wanted a substream and the storage. Everything else is in the editor. */
export function NewCameraForm({ onAdded, aside }: NewCameraFormProps) {
  const t = useT();
  const draft = useDraft<NewCamera>('camera new', nothingTyped);
  const { name, address, sub, subUrl, storageId } = draft.value;
  const whole = wholeAddress(address);
  const typedSub = subUrl.trim() === '' ? undefined : wholeAddress(takeAddress(subUrl, { ...address, url: '' }));
  const wholeSub = sub ? wholeAddress({ ...address, url: sub.url }) : typedSub;
  const probe = useProbe();
  const faultOf = (one: typeof whole | undefined) =>
    one?.kind === 'refused' ? t.reason(reasonBody(one.reason), reasonText(one.reason)) : undefined;
  const wrong = address.url === '' ? undefined : faultOf(whole);
  const add = useSave({
    call: (main_url: string) =>
      api.cameras.create({
        body: {
          name: name.trim(),
          main_url,
          ...(wholeSub?.kind === 'ok' && { sub_url: wholeSub.url }),
          ...(storageId !== null && { live_storage_id: storageId }),
        },
      }),
    needs: {
      main_url: whole.kind !== 'ok' && (wrong ?? true),
      sub_url: faultOf(wholeSub),
      name: isBlank(name),
    },
    onDone: (camera) => {
      draft.reset();
      onAdded(camera);
    },
  });
  return (
    <Form save={add} onSubmit={() => whole.kind === 'ok' && add.mutate(whole.url)}>
      <Stack>
        <FindCamera
          onChosen={({ device, login, main, sub: second }) => {
            const chosen = { url: main.url, ...login };
            draft.merge({
              address: chosen,
              sub: second ?? null,
              ...(name === '' && { name: device.name?.slice(0, 100) ?? '' }),
            });
            const found = wholeAddress(chosen);
            if (found.kind === 'ok') probe.mutate(found.url);
          }}
        />
        <TestedAddress
          label={t('camera.mainUrl')}
          description={t('camera.mainUrlHint')}
          value={address}
          onChange={(next) => {
            // Another address is another camera, so its substream is unknown.
            draft.merge({ address: next, ...(next.url !== address.url && { sub: null }) });
            probe.reset();
          }}
          error={add.errorOf('main_url') ?? wrong}
          required
          probe={probe}
          url={whole.kind === 'ok' ? whole.url : undefined}
        />
        {sub ? (
          <Input.Wrapper error={add.errorOf('sub_url')}>
            <Text size="sm" c="dimmed">
              {t('find.subKept', { stream: streamLabel(sub) })}
            </Text>
          </Input.Wrapper>
        ) : (
          <SubAddressField
            value={subUrl}
            onChange={(url) => draft.set('subUrl', url)}
            error={add.errorOf('sub_url') ?? faultOf(typedSub)}
          />
        )}
        <NameField
          label={t('camera.name')}
          description={t('camera.nameHint')}
          value={name}
          onChange={(next) => draft.set('name', next)}
          error={add.errorOf('name')}
        />
        <StorageField
          value={storageId}
          onChange={(id) => draft.set('storageId', id)}
          error={add.errorOf('live_storage_id')}
        />
        {add.isError && <ProblemNote problem={add.error} shownFields={add.shownFields} />}
        <Group justify="flex-end">
          {aside}
          <Button type="submit" loading={add.isPending}>
            {t('cameras.addIt')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface FieldProps<T> {
  value: T;
  onChange: (value: T) => void;
  error: string | undefined;
}

function SubAddressField({ value, onChange, error }: FieldProps<string>) {
  const t = useT();
  return (
    <TextInput
      label={t('newCamera.sub')}
      description={t('newCamera.subHint')}
      placeholder="rtsp://192.168.1.20:554/stream2"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={2048}
    />
  );
}

/** Only where there is a choice. */
function StorageField({ value, onChange, error }: FieldProps<string | null>) {
  const t = useT();
  const storages = useQuery(queries.storages).data ?? [];
  if (storages.length < 2) return null;
  return (
    <Select
      label={t('bulk.storage')}
      placeholder={t('newCamera.storageDefault')}
      data={storages.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
      clearable
      clearButtonProps={{ 'aria-label': t('newCamera.storageDefault') }}
    />
  );
}
