import { Menu, UnstyledButton } from '@mantine/core';
import type { VisibleGroup } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconCheck, IconFolder } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import parts from '../../parts/parts.module.css';
import { ALL, type Wall } from './use-wall.ts';
import classes from './wall.module.css';

/** Shows the cameras of a group only. Nothing while there are no groups. */
export function GroupPicker({ wall, groups }: { wall: Wall; groups: readonly VisibleGroup[] }) {
  const t = useT();
  if (groups.length === 0) return null;
  const choices = [{ id: ALL, name: t('wall.all') }, ...groups];
  const shownId = wall.group?.id ?? (wall.view ? undefined : ALL);
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={`${classes.viewButton} ${classes.group}`}
          aria-current={wall.group ? true : undefined}
        >
          <IconFolder size={18} aria-hidden />
          {wall.group ? (
            <>
              <span className={parts.srOnly}>{t('wall.group')} </span>
              <Named text={wall.group.name} />
            </>
          ) : (
            t('wall.groups')
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.groupChoices}>
        {choices.map(({ id, name }) => (
          <Menu.Item
            key={id}
            aria-current={id === shownId || undefined}
            rightSection={id === shownId && <IconCheck size={18} aria-hidden />}
            onClick={() => wall.choose(id)}
          >
            <Named text={name} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
