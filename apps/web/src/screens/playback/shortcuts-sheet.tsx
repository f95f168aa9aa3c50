import { Kbd } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import classes from './playback.module.css';
import { keyList } from './shortcuts.ts';

export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('playback.keysTitle')} isOpen={isOpen} onClose={onClose}>
      <dl className={classes.keys}>
        {keyList.map(({ keys, says }) => (
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
