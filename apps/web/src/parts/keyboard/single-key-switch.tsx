import { Switch } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import classes from './single-key-switch.module.css';
import { useSingleKeys } from './single-keys.ts';

/** Shown with the other settings of this browser and in the list of shortcuts. */
export function SingleKeySwitch() {
  const t = useT();
  const [isOn, setOn] = useSingleKeys();
  return (
    <Switch
      className={classes.switch ?? ''}
      label={t('singleKeys.label')}
      description={t('singleKeys.hint')}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
}
