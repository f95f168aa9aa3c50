import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconInfoCircle } from '../parts/icons/icons.ts';
import classes from './shell.module.css';

const STORED_AS = 'holdfast.plain-http-understood';

/** Warns about a connection without TLS; browsers count this machine itself as secure. */
export function PlainHttpNotice() {
  const t = useT();
  const [isUnderstood, setUnderstood] = useState(() => localStorage.getItem(STORED_AS) !== null);
  if (window.isSecureContext || isUnderstood) return null;
  const dismiss = () => {
    localStorage.setItem(STORED_AS, 'yes');
    setUnderstood(true);
  };
  return (
    <aside className={classes.demo} aria-label={t('plainHttp.title')}>
      <IconInfoCircle size={18} aria-hidden />
      <p>
        <strong>{t('plainHttp.title')}</strong> {t('plainHttp.text')}
      </p>
      <div className={classes.demoActions}>
        <Button component="a" href="/trust" size="compact-sm" variant="light">
          {t('plainHttp.how')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          {t('plainHttp.dismiss')}
        </Button>
      </div>
    </aside>
  );
}
