import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, session } from '../api/api.ts';
import type { Me } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { drafts } from '../parts/drafts/drafts.ts';
import { IconLogout, IconUser } from '../parts/icons/icons.ts';
import { Named } from '../parts/layout/named.tsx';
import { useRemovals } from '../parts/undo/use-removal.tsx';
import classes from './shell.module.css';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Limit for the server's response at sign-out. */
const MAX_WAIT_MS = 3_000;

/** Menu of the signed-in user: account and sign-out. */
export function SelfMenu({ me, compact = false }: { me: Me; compact?: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const removals = useRemovals();
  const [isConfirming, setConfirming] = useState(false);
  const leave = async () => {
    setConfirming(false);
    const signedOut = removals.settleAll().then(() => api.auth.logout());
    // Signs out locally even if the server is unreachable; the token expires by itself.
    await Promise.race([signedOut, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]).catch(() => undefined);
    session.signOut();
  };
  const avatar = (
    <Avatar size={34} radius="xl" color="tide" name={me.username.slice(0, 40)} variant="filled" alt="" aria-hidden>
      {[...me.username][0]?.toUpperCase()}
    </Avatar>
  );
  return (
    <>
      <SignOutDialog isOpen={isConfirming} onClose={() => setConfirming(false)} onLeave={() => void leave()} />
      <Menu position={compact ? 'bottom-end' : 'top-start'} width={210} shadow="md">
        <Menu.Target>
          <UnstyledButton
            className={compact ? classes.selfCompact : classes.self}
            {...(compact && { 'aria-label': t('shell.selfMenu', { name: me.username.slice(0, 100) }) })}
          >
            {avatar}
            {!compact && (
              <span className={classes.selfText}>
                <Named text={me.username} />
                <span className={classes.selfRole}>
                  <Named text={me.role.name} />
                </span>
              </span>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUser size={18} />} onClick={() => void navigate({ to: '/account' })}>
            {t('nav.account')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={18} />}
            onClick={() => (drafts.hasAny() ? setConfirming(true) : void leave())}
          >
            {t('access.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
