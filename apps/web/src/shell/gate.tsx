import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { useSession } from '../session/use-session.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { entryRedirect } from './entry-redirect.ts';
import classes from './shell.module.css';

/** Redirects to the first run, to sign-in, or lets the user in. */
export function Gate() {
  const t = useT();
  const { kind } = useSession();
  const setup = useQuery({ ...queries.setup, enabled: kind === 'signed-out' });
  const { pathname, href } = useLocation();
  const isLoading = kind === 'unknown' || kind === 'leaving' || (kind === 'signed-out' && !setup.data);
  if (isLoading)
    return (
      <>
        <ConnectionBanner />
        <div className={classes.entry}>
          <Loader role="status" aria-label={t('common.loading')} data-waiting />
        </div>
      </>
    );
  const target = entryRedirect({ pathname, needsBootstrap: setup.data?.needs_bootstrap === true, session: kind });
  if (target === '/setup') return <Navigate to="/setup" replace />;
  if (target === '/sign-in') return <Navigate to="/sign-in" search={pathname === '/' ? {} : { from: href }} replace />;
  return <Outlet />;
}
