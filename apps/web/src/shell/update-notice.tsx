import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { IconRefresh } from '../parts/icons/icons.ts';
import classes from './shell.module.css';
import { useNewVersion } from './use-new-version.ts';

/** Offers the new version after an update of the server; nothing reloads by itself while the user works. */
export function UpdateNotice() {
  const t = useT();
  const isNew = useNewVersion();
  return (
    <div role="status" aria-live="polite">
      {isNew && (
        <div className={classes.demo}>
          <IconRefresh size={18} aria-hidden />
          <p>{t('shell.newVersion')}</p>
          <div className={classes.demoActions}>
            <Button size="compact-sm" variant="light" onClick={() => location.reload()}>
              {t('shell.reload')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
