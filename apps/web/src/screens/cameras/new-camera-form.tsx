import { reasonBody } from '@holdfast/contract';
import { reasonText } from '@holdfast/domain';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import type { CameraConfig, DeviceStream } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { NameField } from '../../parts/name-field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useSave } from '../../parts/use-save.ts';
import { AddressFields } from '../camera/address-fields.tsx';
import { ProbePanel, useProbe } from '../camera/probe-panel.tsx';
import { type SourceAddress, wholeAddress } from '../camera/source-address.ts';
import { FindCamera } from './find-camera.tsx';
import { streamLabel } from './stream-label.ts';

interface NewCameraFormProps {
  onAdded: (camera: CameraConfig) => void;
  /** Secondary action beside the submit button. */
  aside?: ReactNode;
}

interface NewCamera {
  name: string;
  address: SourceAddress;
  sub: DeviceStream | null;
}
const nothingTyped: NewCamera = { name: '', address: { url: '', username: '', password: '' }, sub: null };

/** The minimum for a new camera: address and name. Everything else is in the editor. */
export function NewCameraForm({ onAdded, aside }: NewCameraFormProps) {
  const t = useT();
  const draft = useDraft<NewCamera>('camera new', nothingTyped);
  const { name, address, sub } = draft.value;
  const whole = wholeAddress(address);
  const wholeSub = sub && wholeAddress({ ...address, url: sub.url });
  const probe = useProbe();
  const add = useSave({
    call: (main_url: string) =>
      api.cameras.create({
        body: { name: name.trim(), main_url, ...(wholeSub?.kind === 'ok' && { sub_url: wholeSub.url }) },
      }),
    onDone: (camera) => {
      draft.reset();
      onAdded(camera);
    },
  });
  const wrong =
    whole.kind === 'refused' && address.url !== ''
      ? t.reason(reasonBody(whole.reason), reasonText(whole.reason))
      : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (whole.kind === 'ok') add.mutate(whole.url);
      }}
    >
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
        <AddressFields
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
        />
        {sub && (
          <Text size="sm" c="dimmed">
            {t('find.subKept', { stream: streamLabel(sub) })}
          </Text>
        )}
        <ProbePanel probe={probe} url={whole.kind === 'ok' ? whole.url : undefined} />
        <NameField
          label={t('camera.name')}
          description={t('camera.nameHint')}
          value={name}
          onChange={(next) => draft.set('name', next)}
          error={add.errorOf('name')}
        />
        {add.isError && <ProblemNote problem={add.error} shownFields={add.shownFields} />}
        <Group justify="flex-end">
          {aside}
          <Button type="submit" loading={add.isPending} disabled={whole.kind !== 'ok' || name.trim() === ''}>
            {t('cameras.addIt')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
