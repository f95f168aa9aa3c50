import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { WatchLink } from '../footage/watch-link.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { Card } from '../parts/layout/card.tsx';
import { Named } from '../parts/layout/named.tsx';
import parts from '../parts/parts.module.css';
import { useIsAdmin } from '../session/use-is-admin.ts';
import classes from './removal.module.css';
import { RemovedCameraMenu } from './removed-camera-menu.tsx';

/** Removed cameras that still have footage; renders nothing if there are none. */
export function RemovedCameras() {
  const { t, format } = useI18n();
  const isAdmin = useIsAdmin();
  const removed = useQuery(queries.removedCameras).data ?? [];
  if (removed.length === 0) return null;
  return (
    <Card title={t('removed.title')} lead={t('removed.lead')}>
      <ul className={parts.rows}>
        {removed.map((camera) => (
          <li key={camera.id} className={parts.row}>
            <div className={parts.rowMain}>
              <Named text={camera.name} />
              <div className={classes.facts}>
                {camera.deleting
                  ? t('removed.deleting')
                  : `${format.bytes(camera.bytes)} · ${format.range(camera.first_footage, camera.last_footage)}`}
              </div>
            </div>
            <WatchLink name={camera.name} cameraIds={[camera.id]} at={camera.first_footage} />
            {isAdmin && <RemovedCameraMenu camera={camera} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
