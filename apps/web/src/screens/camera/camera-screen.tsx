import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type Camera, type CameraConfig, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import { Page } from '../../parts/page.tsx';
import classes from '../../parts/parts.module.css';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { CameraMenu } from '../cameras/camera-menu.tsx';
import { CameraPicture } from '../cameras/camera-picture.tsx';
import { NotFoundScreen } from '../entry/not-found-screen.tsx';
import { GeneralTab } from './general-tab.tsx';
import { MotionTab } from './motion-tab.tsx';
import { PlatesTab } from './plates-tab.tsx';
import { RecordingTab } from './recording-tab.tsx';
import { cameraTabs, isCameraTab } from './tabs.ts';

const PICTURE_EVERY_MS = 10_000;

export function CameraScreen() {
  const { t } = useI18n();
  const isAdmin = useIsAdmin();
  const { cameraId } = useParams({ from: '/shell/cameras/$cameraId' });
  const cameras = useQuery(queries.cameras);
  return (
    <Loaded query={cameras}>
      {(all) => {
        const camera = all.find(({ id }) => id === cameraId);
        if (!camera) return <NotFoundScreen />;
        return (
          <Page
            title={camera.name}
            back={{ to: '/cameras', label: t('nav.cameras') }}
            actions={isAdmin && <CameraMenu camera={camera} />}
          >
            <div className={classes.split}>
              <CameraPicture camera={camera} width={960} everyMs={PICTURE_EVERY_MS} />
              <Facts camera={camera} />
            </div>
            {isAdmin && <Settings cameraId={camera.id} />}
          </Page>
        );
      }}
    </Loaded>
  );
}

function Facts({ camera }: { camera: Camera }) {
  const { t, format } = useI18n();
  const policies = useQuery({ ...queries.policies, enabled: useIsAdmin() });
  const policy = policies.data?.find(({ id }) => id === camera.policy_id);
  return (
    <section className={classes.card} aria-label={t('camera.facts')}>
      <dl className={classes.facts}>
        {policy && (
          <>
            <dt>{t('camera.records')}</dt>
            <dd>{t(`mode.${policy.mode}`)}</dd>
            <dt>{t('policy.one')}</dt>
            <dd>
              <Named text={policy.name} inline />
            </dd>
            <dt>{t('policy.keep')}</dt>
            <dd>{format.hours(policy.live_retention_hours)}</dd>
          </>
        )}
        <dt>{t('camera.streams')}</dt>
        <dd>{camera.has_sub_stream ? t('camera.mainAndSub') : t('camera.mainOnly')}</dd>
        <dt>{t('camera.engine')}</dt>
        <dd>{t(`engine.${camera.lpr_engine}`)}</dd>
        <dt>{t('camera.since')}</dt>
        <dd>{format.moment(camera.created_at)}</dd>
      </dl>
    </section>
  );
}

function Settings({ cameraId }: { cameraId: string }) {
  const { t } = useI18n();
  const navigate = useNavigate({ from: '/cameras/$cameraId' });
  const { tab = 'general' } = useSearch({ from: '/shell/cameras/$cameraId' });
  const configs = useQuery(queries.cameraConfigs);
  return (
    <Tabs
      value={tab}
      onChange={(next) =>
        isCameraTab(next) && void navigate({ search: { tab: next }, replace: true, resetScroll: false })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
        {cameraTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Loaded query={configs}>
        {(all) => {
          const camera = all.find(({ id }) => id === cameraId);
          return camera && <Panels key={camera.id} camera={camera} />;
        }}
      </Loaded>
    </Tabs>
  );
}

const Panels = ({ camera }: { camera: CameraConfig }) => (
  <>
    <Tabs.Panel value="general">
      <GeneralTab camera={camera} />
    </Tabs.Panel>
    <Tabs.Panel value="recording">
      <RecordingTab camera={camera} />
    </Tabs.Panel>
    <Tabs.Panel value="motion">
      <MotionTab camera={camera} />
    </Tabs.Panel>
    <Tabs.Panel value="plates">
      <PlatesTab camera={camera} />
    </Tabs.Panel>
  </>
);
