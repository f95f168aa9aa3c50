import { Kbd } from '@mantine/core';
import { useEffect } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import {
  closeShortcutsHelp,
  keysThatWork,
  type ListedKeys,
  openShortcutsHelp,
  useShortcutsHelp,
} from '../parts/keyboard/shortcuts-help.ts';
import { SingleKeySwitch } from '../parts/keyboard/single-key-switch.tsx';
import { useSingleKeys } from '../parts/keyboard/single-keys.ts';
import classes from './shell.module.css';

const everywhere: readonly ListedKeys[] = [
  { keys: ['Tab'], label: 'keys.next' },
  { keys: ['Esc'], label: 'keys.close' },
  { keys: ['?'], label: 'keys.help' },
];

/** Shortcuts of the current screen and the global ones; opened with the question mark. */
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
  const list = [...screenKeys, ...everywhere.filter(({ label }) => !screenKeys.some((one) => one.label === label))];
  return (
    <Dialog title={t('keys.title')} isOpen={isOpen} onClose={closeShortcutsHelp}>
      <div className={classes.keySwitch}>
        <SingleKeySwitch />
      </div>
      <dl className={classes.keys}>
        {keysThatWork(list, hasSingleKeys).map(({ keys, label }) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
