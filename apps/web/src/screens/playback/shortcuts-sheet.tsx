import { Kbd } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SingleKeySwitch } from '../../parts/single-key-switch.tsx';
import { useSingleKeys } from '../../parts/single-keys.ts';
import classes from './playback.module.css';
import { keyList, keysThatWork } from './shortcuts.ts';

export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const [hasSingleKeys] = useSingleKeys();
  return (
    <Dialog title={t('playback.keysTitle')} isOpen={isOpen} onClose={onClose}>
      <div className={classes.keySwitch}>
        <SingleKeySwitch />
      </div>
      <dl className={classes.keys}>
        {keysThatWork(keyList, hasSingleKeys).map(({ keys, says }) => (
          <div key={says}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(says)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
