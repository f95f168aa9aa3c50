import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries, type Restream } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { CopyButton } from '../parts/copies/copy-button.tsx';
import { IconCheck, IconCopy } from '../parts/icons/icons.ts';
import { Card } from '../parts/layout/card.tsx';
import { Loaded } from '../parts/layout/loaded.tsx';
import { Named } from '../parts/layout/named.tsx';
import { WarningNote } from '../parts/layout/warning-note.tsx';
import classes from '../parts/parts.module.css';
import { isOwnAddress } from '../sharing/is-own-address.ts';
import own from './addresses.module.css';
import { CopyField } from './copy-field.tsx';
import { go2rtcLine, type RestreamAccount, streamNameOf, withAccount } from './hub-address.ts';

type RestreamCamera = Restream['cameras'][number];

interface AddressesCardProps {
  title?: string;
  lead?: string;
}

/** The addresses under which the hub, go2rtc and other programs read cameras from here, ready to copy. */
export function AddressesCard({ title, lead }: AddressesCardProps) {
  const t = useT();
  const restream = useQuery(queries.restream);
  return (
    <Card title={title ?? t('addresses.title')} lead={lead ?? t('addresses.lead')}>
      <Loaded query={restream}>
        {({ account, cameras }) => (
          <>
            {account === null ? (
              <Text size="sm">{t('addresses.noAccount')}</Text>
            ) : (
              <dl className={classes.facts}>
                <dt>{t('access.username')}</dt>
                <dd>
                  <CopyField label={t('access.username')} value={account.username} />
                </dd>
                <dt>{t('access.password')}</dt>
                <dd>
                  <CopyField label={t('access.password')} value={account.password} shown="••••••••••••" />
                </dd>
              </dl>
            )}
            {cameras.some(({ main_url }) => isOwnAddress(main_url)) && (
              <WarningNote>
                <p>{t('addresses.onlyHere')}</p>
              </WarningNote>
            )}
            {cameras.length === 0 ? (
              <Text size="sm">{t('addresses.noCameras')}</Text>
            ) : (
              <ul className={classes.rows}>
                {cameras.map((camera) => (
                  <CameraAddresses key={camera.camera_id} camera={camera} account={account} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function CameraAddresses({ camera, account }: { camera: RestreamCamera; account: RestreamAccount | null }) {
  const t = useT();
  const { name, camera_id, main_url, sub_url, whep_url } = camera;
  const rows = [
    { label: t('addresses.main'), value: main_url },
    ...(sub_url === null ? [] : [{ label: t('addresses.sub'), value: sub_url }]),
    { label: t('addresses.whep'), value: whep_url },
  ];
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>
          <Named text={name} />
        </span>
        <dl className={own.addresses}>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <CopyField label={`${label}, ${name.slice(0, 100)}`} value={value} />
              </dd>
            </div>
          ))}
        </dl>
        {account && <Go2rtcButton cameraId={camera_id} name={name} url={withAccount(main_url, account)} />}
      </div>
    </li>
  );
}

/** Copies with the password, so it is not shown. */
function Go2rtcButton({ cameraId, name, url }: { cameraId: string; name: string; url: string }) {
  const t = useT();
  return (
    <Group mt={6}>
      <CopyButton value={go2rtcLine({ name: streamNameOf(name, cameraId), url })}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            aria-label={t('addresses.go2rtcNamed', { name: name.slice(0, 100) })}
          >
            {copied ? t('common.copied') : t('addresses.go2rtc')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
