import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { LookCard } from './look-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountScreen() {
  const t = useT();
  const me = useQuery(queries.me);
  return (
    <Page
      title={t('nav.account')}
      lead={me.data && t('account.lead', { name: me.data.username, role: me.data.role.name })}
    >
      <LookCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
