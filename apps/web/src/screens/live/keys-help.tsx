import { ActionIcon, Kbd, Popover, Tooltip } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { IconKeyboard } from '../../parts/icons.ts';
import { SingleKeySwitch } from '../../parts/single-key-switch.tsx';
import { useSingleKeys } from '../../parts/single-keys.ts';
import classes from './wall.module.css';

/** All but that of the layout belong to the camera that has the focus. */
const LAYOUT_KEYS = '1–6';
const keys = [
  ['←→↑↓', 'keys.move'],
  ['Enter', 'keys.open'],
  ['+ − 0', 'keys.zoom'],
  ['M', 'keys.sound'],
  ['F', 'keys.full'],
  ['S', 'keys.snapshot'],
  ['I', 'keys.info'],
  ['P', 'keys.playback'],
  [LAYOUT_KEYS, 'keys.layout'],
  ['PgUp PgDn', 'keys.pages'],
] as const;

export function KeysHelp() {
  const t = useT();
  const [hasSingleKeys] = useSingleKeys();
  const working = keys.filter(([key]) => hasSingleKeys || key !== LAYOUT_KEYS);
  return (
    <Popover position="bottom-end" shadow="md" withArrow trapFocus>
      <Popover.Target>
        <Tooltip label={t('wall.keys')}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('wall.keys')}>
            <IconKeyboard size={20} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('wall.keys')}>
        <dl className={classes.keys}>
          {working.map(([key, label]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{t(label)}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.keySwitch}>
          <SingleKeySwitch />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
