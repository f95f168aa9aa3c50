import { Kbd } from '@mantine/core';
import { useEffect } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialog.tsx';
import {
  closeShortcutsHelp,
  keysThatWork,
  type ListedKeys,
  openShortcutsHelp,
  useShortcutsHelp,
} from '../parts/shortcuts-help.ts';
import { SingleKeySwitch } from '../parts/single-key-switch.tsx';
import { useSingleKeys } from '../parts/single-keys.ts';
import classes from './shell.module.css';

const everywhere: readonly ListedKeys[] = [
  { keys: ['Tab'], says: 'keys.next' },
  { keys: ['Esc'], says: 'keys.close' },
  { keys: ['?'], says: 'keys.help' },
];

/** The keys of the screen that is shown and those of all; the question mark opens it anywhere. */
export function ShortcutsSheet() {
  const t = useT();
  const [hasSingleKeys] = useSingleKeys();
  const { isOpen, screenKeys } = useShortcutsHelp();
  useEffect(() => {
    if (!hasSingleKeys) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key !== '?' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
        return;
      event.preventDefault();
      openShortcutsHelp();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasSingleKeys]);
  const list = [...screenKeys, ...everywhere.filter(({ says }) => !screenKeys.some((one) => one.says === says))];
  return (
    <Dialog title={t('keys.title')} isOpen={isOpen} onClose={closeShortcutsHelp}>
      <div className={classes.keySwitch}>
        <SingleKeySwitch />
      </div>
      <dl className={classes.keys}>
        {keysThatWork(list, hasSingleKeys).map(({ keys, says }) => (
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
