import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api, connection } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconPlugConnectedX } from '../parts/icons/icons.ts';
import classes from './shell.module.css';

const ASK_AGAIN_MS = 2_000;

/** Shows that the server is unreachable, polls it, and reloads the data when it is back. */
export function ConnectionBanner() {
  const t = useT();
  const queryClient = useQueryClient();
  const state = useSyncExternalStore(connection.subscribe, connection.current);

  useEffect(() => {
    // The server may still be reachable without the internet, so the browser's offline state is verified.
    const ask = () => void api.system.health().catch(() => undefined);
    window.addEventListener('offline', ask);
    return () => window.removeEventListener('offline', ask);
  }, []);

  useEffect(() => {
    if (state === 'here') return;
    const timer = setInterval(() => {
      void api.system.health().then(
        () => queryClient.invalidateQueries(),
        () => undefined,
      );
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, queryClient]);

  return (
    <div role="status" aria-live="polite">
      {state !== 'here' && (
        <div className={classes.banner}>
          <IconPlugConnectedX size={20} aria-hidden />
          <span>{state === 'server-away' ? t('shell.serverAway') : t('shell.databaseAway')}</span>
        </div>
      )}
    </div>
  );
}
