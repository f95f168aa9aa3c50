import { Menu } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.tsx';
import { IconCheck, IconExternalLink } from '../../parts/icons/icons.ts';
import { MoreMenu } from '../../parts/layout/more-menu.tsx';
import { kioskAddress, PATROL_SECONDS } from './live-search.ts';
import { ALL, type Wall } from './use-wall.ts';

/** The wall on a monitor of its own, and the patrol through the views. */
export function WallMenu({ wall, viewCount }: { wall: Wall; viewCount: number }) {
  const t = useT();
  const navigate = useNavigate({ from: '/live' });
  const search = useSearch({ from: '/shell/live' });
  const patrol = (seconds: number | undefined) =>
    void navigate({
      search: ({ patrol: _before, ...rest }) => ({ ...rest, ...(seconds !== undefined && { patrol: seconds }) }),
      replace: true,
    });
  // Another window each time: one for each monitor.
  const open = () => {
    const { view: _view, group: _group, ...rest } = search;
    const shown = { ...rest, ...(wall.group ? { group: wall.group.id } : { view: wall.view?.id ?? ALL }) };
    window.open(kioskAddress(shown), '_blank', 'popup,width=1280,height=720');
  };
  return (
    <MoreMenu label={t('wall.more')} position="bottom-end">
      <Menu.Item leftSection={<IconExternalLink size={18} />} onClick={open}>
        {t('wall.ownWindow')}
      </Menu.Item>
      {viewCount > 1 && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('wall.patrol')}</Menu.Label>
          {[undefined, ...PATROL_SECONDS].map((seconds) => (
            <Menu.Item
              key={seconds ?? 'off'}
              aria-current={search.patrol === seconds || undefined}
              rightSection={search.patrol === seconds && <IconCheck size={18} aria-hidden />}
              onClick={() => patrol(seconds)}
            >
              {seconds === undefined ? t('wall.patrolOff') : t('wall.patrolEvery', { count: seconds })}
            </Menu.Item>
          ))}
        </>
      )}
    </MoreMenu>
  );
}
