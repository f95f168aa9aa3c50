import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { type FoundDevice, queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconDeviceCctv, IconRadar2 } from '../parts/icons/icons.ts';
import { Named } from '../parts/layout/named.tsx';
import { StateChip } from '../parts/layout/state-chip.tsx';
import classes from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { AddDevices } from './add-devices.tsx';
import { type ChosenDevice, DeviceLogin } from './device-login.tsx';
import own from './find-camera.module.css';

/** Discovers cameras on the network and lists the streams of the chosen one. */
export function FindCamera({ onChosen }: { onChosen: (chosen: ChosenDevice) => void }) {
  const t = useT();
  const look = useMutation({ mutationFn: () => api.cameras.discover() });
  const [device, setDevice] = useState<FoundDevice>();
  const [picked, setPicked] = useState<readonly FoundDevice[]>([]);
  const togglePicked = (one: FoundDevice) =>
    setPicked(picked.includes(one) ? picked.filter((other) => other !== one) : [...picked, one]);
  const cameras = useQuery(queries.cameraConfigs);
  const isAdded = ({ address }: FoundDevice) =>
    cameras.data?.some(({ main_url }) => URL.canParse(main_url) && new URL(main_url).hostname === address) === true;
  const found = look.data?.items ?? [];
  return (
    <section className={own.box} aria-label={t('find.title')}>
      <Group justify="space-between" gap="sm">
        <div className={own.words}>
          <Text fw={500}>{t('find.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('find.lead')}
          </Text>
        </div>
        <Button
          variant="light"
          leftSection={<IconRadar2 size={18} />}
          loading={look.isPending}
          onClick={() => {
            setDevice(undefined);
            setPicked([]);
            look.mutate();
          }}
        >
          {look.data ? t('find.again') : t('find.look')}
        </Button>
      </Group>
      <div role="status" className={classes.live}>
        {look.isPending && (
          <Group gap="xs">
            <Loader size="xs" aria-hidden />
            {t('find.looking')}
          </Group>
        )}
        {look.isSuccess && (found.length === 0 ? t('find.none') : t('find.found', { count: found.length }))}
      </div>
      {look.isError && <ProblemNote problem={look.error} />}
      {found.length > 0 && (
        <ul className={classes.rows}>
          {found.map((one) => (
            <FoundRow
              key={one.service_url}
              device={one}
              isAdded={isAdded(one)}
              isOpen={device?.service_url === one.service_url}
              onOpen={() => setDevice(one)}
              onChosen={(chosen) => {
                setDevice(undefined);
                look.reset();
                onChosen(chosen);
              }}
              {...(found.length > 1 && { pick: { isPicked: picked.includes(one), toggle: () => togglePicked(one) } })}
            />
          ))}
        </ul>
      )}
      {found.length > 1 && (
        <AddDevices
          devices={picked}
          onAdded={(added) => setPicked((before) => before.filter((one) => !added.includes(one)))}
        />
      )}
    </section>
  );
}

interface FoundRowProps {
  device: FoundDevice;
  isAdded: boolean;
  /** Its login is shown. */
  isOpen: boolean;
  onOpen: () => void;
  onChosen: (chosen: ChosenDevice) => void;
  /** If several can be added at once. */
  pick?: { isPicked: boolean; toggle: () => void };
}

function FoundRow({ device, isAdded, isOpen, onOpen, onChosen, pick }: FoundRowProps) {
  const t = useT();
  const name = device.name ?? t('find.unnamed');
  return (
    <li className={own.device}>
      <div className={classes.row}>
        {pick && (
          <Checkbox
            aria-label={t('find.selectNamed', { name: `${name.slice(0, 100)} (${device.address})` })}
            checked={pick.isPicked}
            onChange={pick.toggle}
          />
        )}
        <IconDeviceCctv size={24} aria-hidden />
        <div className={classes.rowMain}>
          <span className={classes.rowTitle}>
            <Named text={name} />
          </span>
          <div className={classes.rowSub}>
            <span>{device.address}</span>
            {device.hardware !== null && <Named text={device.hardware} inline />}
          </div>
        </div>
        {isAdded && <StateChip tone="idle">{t('find.isAdded')}</StateChip>}
        {!isOpen && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('find.chooseNamed', { name: name.slice(0, 100) })}
            onClick={onOpen}
          >
            {t('find.choose')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Stack className={own.login} gap="sm">
          <DeviceLogin device={device} onChosen={onChosen} />
        </Stack>
      )}
    </li>
  );
}
