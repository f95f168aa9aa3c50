import { liveLayouts } from '@holdfast/domain';
import { ActionIcon, Button, Title, Tooltip } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Camera, queries, type View, type VisibleGroup } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { useFullScreen } from '../../live/pane/use-full-screen.ts';
import { IconDeviceCctv, IconKeyboard, IconMaximize, IconMinimize, IconPlus } from '../../parts/icons/icons.ts';
import { openShortcutsHelp, useScreenKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { useSingleKeys } from '../../parts/keyboard/single-keys.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Loaded, Waiting } from '../../parts/layout/loaded.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { GroupPicker } from './group-picker.tsx';
import { liveKeys } from './keys.ts';
import { LayoutPicker } from './layout-picker.tsx';
import { usePatrol } from './use-patrol.ts';
import { ALL, useWall } from './use-wall.ts';
import { ViewsBar } from './views-bar.tsx';
import classes from './wall.module.css';
import { WallMenu } from './wall-menu.tsx';
import { WallPanes } from './wall-panes.tsx';

/** The live wall. */
export function LiveScreen() {
  const t = useT();
  useDocumentTitle(`${t('nav.live')} · Holdfast`);
  useScreenKeys(liveKeys);
  const cameras = useQuery({ ...queries.cameras, refetchInterval: 15_000 });
  const views = useQuery(queries.views);
  const groups = useQuery(queries.visibleGroups);
  const { isLeaving } = useRemoval();
  return (
    <div className={classes.screen} data-fits-window data-fits-low-window>
      <Loaded query={cameras}>
        {(all) => (
          <LiveWall
            cameras={all.filter(({ id }) => !isLeaving(`camera ${id}`))}
            views={(views.data ?? []).filter(({ id }) => !isLeaving(`view ${id}`))}
            groups={(groups.data ?? []).filter(({ id }) => !isLeaving(`group ${id}`))}
            isLoading={views.isPending || groups.isPending}
          />
        )}
      </Loaded>
    </div>
  );
}

interface LiveWallProps {
  cameras: readonly Camera[];
  views: readonly View[];
  groups: readonly VisibleGroup[];
  isLoading: boolean;
}

function LiveWall({ cameras, views, groups, isLoading }: LiveWallProps) {
  const t = useT();
  const wall = useWall({ views, groups, cameras, isLoading });
  const { kiosk: isKiosk = false, patrol } = useSearch({ from: '/shell/live' });
  const full = useFullScreen(isKiosk);
  usePatrol(wall, views, patrol);
  useRemovalNotices(cameras);
  const { setLayout } = wall;
  const [hasSingleKeys] = useSingleKeys();

  useEffect(() => {
    if (!hasSingleKeys) return;
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement || ctrlKey || metaKey || altKey) return;
      const layout = liveLayouts[Number(key) - 1];
      if (layout && !document.querySelector('[role="dialog"]')) setLayout(layout);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const swipeTo = (by: 1 | -1) => {
    const order = [ALL, ...views.map(({ id }) => id), ...groups.map(({ id }) => id)];
    const next = order[order.indexOf(wall.view?.id ?? wall.group?.id ?? ALL) + by];
    if (next !== undefined) wall.choose(next);
  };
  if (cameras.length === 0) return <NoCameras />;
  // Not all cameras in the meantime: each would open a stream for a moment.
  if (wall.isWaiting) return <Waiting />;
  return (
    <div className={classes.wall} data-full={full.isCovering || undefined}>
      <header className={classes.head}>
        <Title order={1} className={classes.title}>
          {t('nav.live')}
        </Title>
        <ViewsBar wall={wall} views={views} />
        <GroupPicker wall={wall} groups={groups} />
        <div className={classes.tools}>
          <LayoutPicker value={wall.arrangement.layout} onChange={setLayout} />
          <span className={classes.keysHelp}>
            <Tooltip label={t('keys.title')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('keys.title')}
                onClick={openShortcutsHelp}
              >
                <IconKeyboard size={20} />
              </ActionIcon>
            </Tooltip>
          </span>
          <Tooltip label={full.isFull ? t('live.leaveFullScreen') : t('live.fullScreen')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={full.isFull ? t('live.leaveFullScreen') : t('live.fullScreen')}
              onClick={full.toggle}
            >
              {full.isFull ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
            </ActionIcon>
          </Tooltip>
          {!isKiosk && <WallMenu wall={wall} viewCount={views.length} />}
        </div>
      </header>
      {wall.panes.length === 0 ? (
        <Empty icon={<IconDeviceCctv size={32} />} title={t('wall.emptyView')} text={t('wall.emptyViewHint')} />
      ) : (
        <WallPanes wall={wall} full={full} onSwipeView={swipeTo} />
      )}
    </div>
  );
}

function NoCameras() {
  const t = useT();
  const isAdmin = useIsAdmin();
  return (
    <div className={classes.none}>
      <Title order={1}>{t('nav.live')}</Title>
      <Empty
        icon={<IconDeviceCctv size={32} />}
        title={t('cameras.none')}
        text={isAdmin ? t('cameras.noneAdmin') : t('cameras.noneUser')}
        action={
          isAdmin && (
            <Button component={Link} to="/cameras/new" leftSection={<IconPlus size={18} />}>
              {t('cameras.add')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** Notifies when a displayed camera is removed, because a pane that just disappears looks like a fault. */
function useRemovalNotices(cameras: readonly Camera[]): void {
  const t = useT();
  const before = useRef(cameras);
  useEffect(() => {
    const here = new Set(cameras.map(({ id }) => id));
    for (const { id, name } of before.current.filter((camera) => !here.has(camera.id)))
      notifications.show({
        id: `gone ${id}`,
        message: t('wall.removedMeanwhile', { name: name.slice(0, 100) }),
        color: 'yellow',
      });
    before.current = cameras;
  }, [cameras, t]);
}
