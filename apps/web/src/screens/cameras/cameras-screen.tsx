import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Camera, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { IconDeviceCctv, IconFolder, IconPlus } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { RemovedCameras } from '../../removal/removed-cameras.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { BulkEditForm } from './bulk-edit-form.tsx';
import { type CamerasSearch, readCamerasSearch, shownCameras, troubleOf } from './camera-search.ts';
import { CameraTile } from './camera-tile.tsx';
import { CameraTools } from './camera-tools.tsx';
import classes from './cameras.module.css';
import { GroupsPanel } from './groups-panel.tsx';
import { SelectionBar } from './selection-bar.tsx';

export function CamerasScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const cameras = useQuery(queries.cameras);
  const search = useSearch({ from: '/shell/cameras' });
  const navigate = useNavigate();
  const [isGrouping, setGrouping] = useState(false);
  const { isLeaving } = useRemoval();
  const add = (
    <Button component={Link} to="/cameras/new" leftSection={<IconPlus size={18} />}>
      {t('cameras.add')}
    </Button>
  );
  const actions = isAdmin && (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconFolder size={18} />} onClick={() => setGrouping(true)}>
        {t('groups.title')}
      </Button>
      {add}
    </Group>
  );
  return (
    <Page title={t('nav.cameras')} lead={t('cameras.lead')} actions={actions}>
      <Loaded query={cameras}>
        {(all) => {
          const here = all.filter(({ id }) => !isLeaving(`camera ${id}`));
          if (here.length === 0)
            return (
              <Empty
                icon={<IconDeviceCctv size={32} />}
                title={t('cameras.none')}
                text={isAdmin ? t('cameras.noneAdmin') : t('cameras.noneUser')}
                action={isAdmin && add}
              />
            );
          return (
            <>
              {(here.length > 1 || Object.keys(search).length > 0) && (
                <CameraTools
                  search={search}
                  onChange={(part) =>
                    void navigate({
                      to: '/cameras',
                      search: readCamerasSearch({ ...search, ...part }),
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
              )}
              <CameraList cameras={here} search={search} isAdmin={isAdmin} />
            </>
          );
        }}
      </Loaded>
      <RemovedCameras />
      <Dialog title={t('groups.title')} isOpen={isGrouping} onClose={() => setGrouping(false)}>
        <GroupsPanel />
      </Dialog>
    </Page>
  );
}

interface CameraListProps {
  cameras: readonly Camera[];
  search: CamerasSearch;
  isAdmin: boolean;
}

function CameraList({ cameras, search, isAdmin }: CameraListProps) {
  const t = useT();
  const policies = useQuery({ ...queries.policies, enabled: isAdmin });
  const groups = useQuery(queries.visibleGroups);
  const configs = useQuery({ ...queries.cameraConfigs, enabled: isAdmin });
  const status = useQuery(queries.status);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const streams = new Map(status.data?.cameras.map((camera) => [camera.camera_id, camera.streams]));
  const shown = shownCameras(cameras, search, {
    streams,
    members: new Map(groups.data?.map(({ id, camera_ids }) => [id, new Set(camera_ids)])),
  });
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const edited = (configs.data ?? []).filter(({ id }) => chosen.has(id));
  return (
    <>
      {shown.length === 0 ? (
        <Empty icon={<IconDeviceCctv size={32} />} title={t('cameraList.noMatch')} text={t('cameraList.noMatchHint')} />
      ) : (
        <ul className={classes.grid}>
          {shown.map((camera) => (
            <li key={camera.id}>
              <CameraTile
                camera={camera}
                policy={policies.data?.find(({ id }) => id === camera.policy_id)}
                trouble={troubleOf(streams.get(camera.id))}
                groups={groups.data?.filter(({ camera_ids }) => camera_ids.includes(camera.id)) ?? []}
                canManage={isAdmin}
                isChosen={chosen.has(camera.id)}
                onChoose={() => toggle(camera.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <SelectionBar
        count={edited.length}
        hidden={edited.filter(({ id }) => !shown.some((one) => one.id === id)).length}
        shown={shown.length}
        onAll={() => setChosen(new Set(shown.map(({ id }) => id)))}
        onNone={() => setChosen(new Set())}
        onEdit={() => setEditing(true)}
      />
      <Dialog
        title={t('bulk.title', { count: edited.length })}
        isOpen={isEditing && edited.length > 0}
        onClose={() => setEditing(false)}
      >
        <BulkEditForm cameras={edited} onDone={() => setEditing(false)} onSaved={() => setChosen(new Set())} />
      </Dialog>
    </>
  );
}
