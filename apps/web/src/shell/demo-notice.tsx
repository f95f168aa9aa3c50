import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconInfoCircle } from '../parts/icons/icons.ts';
import { useIsAdmin } from '../session/use-is-admin.ts';
import classes from './shell.module.css';

const STORED_AS = 'holdfast.demo-understood';

/** Explains the demo, once per browser. */
export function DemoNotice() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const version = useQuery(queries.version);
  const [isUnderstood, setUnderstood] = useState(() => localStorage.getItem(STORED_AS) !== null);
  if (version.data?.demo !== true || isUnderstood) return null;
  const dismiss = () => {
    localStorage.setItem(STORED_AS, 'yes');
    setUnderstood(true);
  };
  return (
    <aside className={classes.demo} aria-label={t('demo.title')}>
      <IconInfoCircle size={18} aria-hidden />
      <p>
        <strong>{t('demo.title')}</strong> {t('demo.text')} {isAdmin && <span>{t('demo.how')}</span>}
      </p>
      <div className={classes.demoActions}>
        {isAdmin && (
          <Button className={classes.demoAdd} component={Link} to="/cameras/new" size="compact-sm" variant="light">
            {t('demo.add')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          {t('demo.dismiss')}
        </Button>
      </div>
    </aside>
  );
}
