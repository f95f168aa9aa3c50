import { numberedName } from '@holdfast/domain';
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { FoundDevice } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { SecretInput } from '../parts/forms/secret-input.tsx';
import { Named } from '../parts/layout/named.tsx';
import { problemText } from '../parts/problems/problem-text.ts';
import { wholeAddress } from './source-address.ts';

interface Login {
  username: string;
  password: string;
}
type Failure = { device: FoundDevice; error: Error };

const MAX_NAME_LENGTH = 90;

interface AddDevicesProps {
  devices: readonly FoundDevice[];
  /** Those of them that were added; the others stay for another try. */
  onAdded(devices: readonly FoundDevice[]): void;
}

/** Adds devices that share a login, one after the other. Those that fail are listed with the reason. */
export function AddDevices({ devices, onAdded }: AddDevicesProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [login, setLogin] = useState<Login>({ username: '', password: '' });
  const add = useMutation({
    mutationFn: async () => {
      const names = (await api.cameras.listConfig()).items.map(({ name }) => ({ name }));
      const added: FoundDevice[] = [];
      const failures: Failure[] = [];
      for (const device of devices) {
        const name = numberedName(device.name?.slice(0, MAX_NAME_LENGTH) ?? t('find.unnamed'), names);
        try {
          await addDevice(device, name, login);
          names.push({ name });
          added.push(device);
        } catch (error) {
          failures.push({ device, error: error instanceof Error ? error : new Error(String(error)) });
        }
      }
      return { added, failures };
    },
    onSuccess: async ({ added }) => {
      onAdded(added);
      await queryClient.invalidateQueries();
      const count = added.length;
      if (count > 0) notifications.show({ message: t('find.allAdded', { count }), color: 'tide' });
    },
  });
  return (
    <Stack gap="sm">
      <div>
        <Text fw={500}>{t('find.several')}</Text>
        <Text size="sm" c="dimmed">
          {t('find.severalLead')}
        </Text>
      </div>
      {devices.length > 0 && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('camera.username')}
              value={login.username}
              onChange={(event) => setLogin({ ...login, username: event.currentTarget.value })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
            />
            <SecretInput
              label={t('camera.password')}
              value={login.password}
              onChange={(event) => setLogin({ ...login, password: event.currentTarget.value })}
              autoComplete="new-password"
              maxLength={256}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="light" loading={add.isPending} onClick={() => add.mutate()}>
              {t('find.addSelected', { count: devices.length })}
            </Button>
          </Group>
        </>
      )}
      <div role="status">
        {(add.data?.failures ?? []).map(({ device, error }) => (
          <Text key={device.service_url} size="sm" c="var(--mantine-color-error)">
            <Named text={device.name ?? t('find.unnamed')} inline /> ({device.address}):{' '}
            {problemText(error, t).detail ?? problemText(error, t).title}
          </Text>
        ))}
      </div>
    </Stack>
  );
}

/** With its largest stream, and its smallest as the substream. */
async function addDevice(device: FoundDevice, name: string, login: Login): Promise<void> {
  const { items } = await api.cameras.deviceStreams({ body: { service_url: device.service_url, ...login } });
  const [main] = items;
  const last = items.at(-1);
  const urlOf = (url: string | undefined) => {
    const whole = url === undefined ? undefined : wholeAddress({ url, ...login });
    return whole?.kind === 'ok' ? whole.url : undefined;
  };
  const sub_url = last === main ? undefined : urlOf(last?.url);
  await api.cameras.create({
    body: { name, main_url: urlOf(main?.url) ?? '', ...(sub_url !== undefined && { sub_url }) },
  });
}
