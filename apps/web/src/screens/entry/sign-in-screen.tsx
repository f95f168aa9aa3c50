import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { CredentialsForm } from '../../session/credentials-form.tsx';
import { useSession } from '../../session/use-session.ts';
import { Entry } from '../../shell/entry.tsx';
import { returnPath } from '../../shell/entry-redirect.ts';

export function SignInScreen() {
  const t = useT();
  const router = useRouter();
  const { from } = useSearch({ from: '/sign-in' });
  const { kind } = useSession();
  useEffect(() => {
    if (kind === 'signed-in') router.history.replace(`${router.basepath}${returnPath(from)}`);
  }, [kind, from, router]);
  return (
    <Entry title={t('access.welcome')} lead={t('access.welcomeLead')}>
      <Card>
        <CredentialsForm />
      </Card>
    </Entry>
  );
}
