import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconDeviceCctv, IconPlus } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { useRemoval } from '../../parts/use-removal.tsx';
import { RemovedCameras } from '../../removal/removed-cameras.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { CameraTile } from './camera-tile.tsx';
import classes from './cameras.module.css';

export function CamerasScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const cameras = useQuery(queries.cameras);
  const policies = useQuery({ ...queries.policies, enabled: isAdmin });
  const { isLeaving } = useRemoval();
  const add = (
    <Button component={Link} to="/cameras/new" leftSection={<IconPlus size={18} />}>
      {t('cameras.add')}
    </Button>
  );
  return (
    <Page title={t('nav.cameras')} lead={t('cameras.lead')} actions={isAdmin && add}>
      <Loaded query={cameras}>
        {(all) => {
          const shown = all.filter(({ id }) => !isLeaving(`camera ${id}`));
          if (shown.length === 0)
            return (
              <Empty
                icon={<IconDeviceCctv size={32} />}
                title={t('cameras.none')}
                text={isAdmin ? t('cameras.noneAdmin') : t('cameras.noneUser')}
                action={isAdmin && add}
              />
            );
          return (
            <ul className={classes.grid}>
              {shown.map((camera) => (
                <li key={camera.id}>
                  <CameraTile
                    camera={camera}
                    policy={policies.data?.find(({ id }) => id === camera.policy_id)}
                    canManage={isAdmin}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <RemovedCameras />
    </Page>
  );
}
