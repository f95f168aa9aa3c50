import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { type Camera, type CameraConfig, queries } from '../../api/queries.ts';
import { CameraMenu } from '../../cameras/camera-menu.tsx';
import { CameraPicture } from '../../cameras/camera-picture.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { drafts } from '../../parts/drafts/drafts.ts';
import { Loaded, Waiting } from '../../parts/layout/loaded.tsx';
import { NotFoundScreen } from '../../parts/layout/not-found-screen.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { useScrollIntoView } from '../../parts/layout/use-scroll-into-view.ts';
import classes from '../../parts/parts.module.css';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { GeneralTab } from './general-tab.tsx';
import { MotionTab } from './motion-tab.tsx';
import { CameraFacts } from './overview/camera-facts.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { PlatesTab } from './plates-tab.tsx';
import { RecordingTab } from './recording-tab.tsx';
import { type CameraTab as CameraTabName, cameraTabs, isCameraTab } from './tabs.ts';

const PICTURE_EVERY_MS = 10_000;
// Its editor and the drawings of the icons are needed on this tab alone.
const HomeTab = lazy(async () => ({ default: (await import('./home/home-tab.tsx')).HomeTab }));

export function CameraScreen() {
  const t = useT();
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
            {isAdmin ? <Tabbed camera={camera} /> : <OverviewTab camera={camera} />}
          </Page>
        );
      }}
    </Loaded>
  );
}

function Tabbed({ camera }: { camera: Camera }) {
  const navigate = useNavigate({ from: '/cameras/$cameraId' });
  const { tab = 'overview' } = useSearch({ from: '/shell/cameras/$cameraId' });
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
          <CameraTab key={name} cameraId={camera.id} name={name} isChosen={name === tab} />
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <OverviewTab camera={camera} />
      </Tabs.Panel>
      {tab !== 'overview' && (
        <Stack gap="lg">
          <div className={classes.split}>
            <CameraPicture camera={camera} width={960} everyMs={PICTURE_EVERY_MS} />
            <CameraFacts camera={camera} />
          </div>
          <Loaded query={configs}>
            {(all) => {
              const config = all.find(({ id }) => id === camera.id);
              return config && <Panels key={config.id} camera={config} />;
            }}
          </Loaded>
        </Stack>
      )}
    </Tabs>
  );
}

interface CameraTabProps {
  cameraId: string;
  name: CameraTabName;
  isChosen: boolean;
}

function CameraTab({ cameraId, name, isChosen }: CameraTabProps) {
  const t = useT();
  const isUnsaved = useSyncExternalStore(drafts.subscribe, () => drafts.hasAny(`camera ${cameraId} ${name}`));
  const ref = useScrollIntoView<HTMLButtonElement>(isChosen);
  return (
    <Tabs.Tab ref={ref} value={name} px={{ base: 10, sm: 'md' }}>
      {t(`tab.${name}`)}
      {isUnsaved && (
        <>
          <span className={classes.unsavedDot} aria-hidden />
          <span className={classes.srOnly}>{`(${t('unsaved.mark')})`}</span>
        </>
      )}
    </Tabs.Tab>
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
    <Tabs.Panel value="home">
      <Suspense fallback={<Waiting />}>
        <HomeTab camera={camera} />
      </Suspense>
    </Tabs.Panel>
    <Tabs.Panel value="plates">
      <PlatesTab camera={camera} />
    </Tabs.Panel>
  </>
);
