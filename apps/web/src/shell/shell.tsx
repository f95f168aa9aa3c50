import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queries } from '../api/queries.ts';
import { useChanges } from '../api/use-changes.ts';
import { useAppBadge } from '../events/use-app-badge.ts';
import { useUnreadCount } from '../events/use-unread-events.ts';
import { useT } from '../i18n/i18n.tsx';
import { Loaded } from '../parts/layout/loaded.tsx';
import { SessionEndedDialog } from '../session/session-ended-dialog.tsx';
import { useSession } from '../session/use-session.ts';
import { AllowedOutlet } from './allowed-outlet.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { Bar, Rail } from './navigation.tsx';
import { PlainHttpNotice } from './plain-http-notice.tsx';
import { SelfMenu } from './self-menu.tsx';
import classes from './shell.module.css';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The frame around every screen of a signed-in user. */
export function Shell() {
  const { kind } = useSession();
  // The router renders this route until the sign-in page is loaded.
  if (kind !== 'signed-in' && kind !== 'ended') return null;
  return <SignedInShell isSessionValid={kind === 'signed-in'} />;
}

function SignedInShell({ isSessionValid }: { isSessionValid: boolean }) {
  const t = useT();
  useChanges(isSessionValid);
  const me = useQuery(queries.me);
  const health = useQuery(queries.health);
  useAppBadge(useUnreadCount());
  return (
    <Loaded query={me}>
      {(self) => (
        <>
          <a className={classes.skip} href="#main">
            {t('shell.skip')}
          </a>
          <div className={classes.shell}>
            <Rail me={self} needsAttention={health.data?.status === 'degraded'} />
            <div className={classes.content}>
              <header className={classes.top}>
                <Brand />
                <SelfMenu me={self} compact />
              </header>
              <ConnectionBanner />
              <UpdateNotice />
              <PlainHttpNotice />
              <DemoNotice />
              <main id="main" tabIndex={-1} className={classes.main}>
                <Suspense>
                  <AllowedOutlet me={self} />
                </Suspense>
              </main>
            </div>
            <Bar me={self} />
          </div>
          <SessionEndedDialog />
          <ShortcutsSheet />
        </>
      )}
    </Loaded>
  );
}
