import { Button, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { DeviceStream, FoundDevice } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { SecretInput } from '../parts/forms/secret-input.tsx';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { streamLabel } from './stream-label.ts';

export interface ChosenDevice {
  device: FoundDevice;
  login: { username: string; password: string };
  main: DeviceStream;
  sub: DeviceStream | undefined;
}

interface DeviceLoginProps {
  device: FoundDevice;
  onChosen: (chosen: ChosenDevice) => void;
}

/** Login for a discovered device, then its streams. Not a form, because it is inside the form of a new camera. */
export function DeviceLogin({ device, onChosen }: DeviceLoginProps) {
  const t = useT();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const ask = useMutation({
    mutationFn: () => api.cameras.deviceStreams({ body: { service_url: device.service_url, username, password } }),
  });
  const onEnter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    ask.mutate();
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('find.login')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('camera.username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          onKeyDown={onEnter}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          data-autofocus
        />
        <SecretInput
          label={t('camera.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={onEnter}
          autoComplete="new-password"
          maxLength={256}
        />
      </SimpleGrid>
      {ask.isError && <ProblemNote problem={ask.error} />}
      {ask.data ? (
        <Streams
          streams={ask.data.items}
          onChosen={(streams) => onChosen({ device, login: { username, password }, ...streams })}
        />
      ) : (
        <Group justify="flex-end">
          <Button variant="light" loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('find.ask')}
          </Button>
        </Group>
      )}
    </>
  );
}

interface StreamsProps {
  /** Largest first. */
  streams: readonly DeviceStream[];
  onChosen: (streams: Pick<ChosenDevice, 'main' | 'sub'>) => void;
}

function Streams({ streams, onChosen }: StreamsProps) {
  const t = useT();
  const [mainUrl, setMainUrl] = useState(streams[0]?.url ?? '');
  const [subUrl, setSubUrl] = useState(streams.length > 1 ? (streams.at(-1)?.url ?? '') : '');
  const main = streams.find(({ url }) => url === mainUrl);
  const options = streams.map((stream) => ({ value: stream.url, label: streamLabel(stream) }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('find.main')}
          data={options}
          value={mainUrl}
          onChange={(url) => setMainUrl(url ?? '')}
          allowDeselect={false}
        />
        <Select
          label={t('find.sub')}
          data={[{ value: '', label: t('find.noSub') }, ...options.filter(({ value }) => value !== mainUrl)]}
          value={subUrl === mainUrl ? '' : subUrl}
          onChange={(url) => setSubUrl(url ?? '')}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Group justify="flex-end">
        <Button
          onClick={() => main && onChosen({ main, sub: streams.find(({ url }) => url === subUrl && url !== mainUrl) })}
        >
          {t('find.use')}
        </Button>
      </Group>
    </>
  );
}
