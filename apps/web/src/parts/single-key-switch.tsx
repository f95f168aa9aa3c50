import { Switch } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { useSingleKeys } from './single-keys.ts';

/** Stands with the other habits of this browser, and wherever the shortcuts are listed. */
export function SingleKeySwitch() {
  const t = useT();
  const [isOn, setOn] = useSingleKeys();
  return (
    <Switch
      label={t('singleKeys.label')}
      description={t('singleKeys.hint')}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
}
