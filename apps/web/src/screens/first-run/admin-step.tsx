import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, session } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { isTooShort, PasswordField } from '../../parts/forms/password-field.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';

export function AdminStep({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const differs = repeated !== '' && repeated !== password;
  const create = useSave({
    call: () => api.auth.bootstrap({ body: { username, password, cookie: true } }),
    needs: {
      username: isBlank(username),
      password: password === '' || (isTooShort(password) && t('access.passwordShort')),
      repeated: repeated !== password && t('setup.differs'),
    },
    onDone: (reply) => {
      session.signIn(reply, username);
      onDone();
    },
  });
  return (
    <Card title={t('setup.accountTitle')} lead={t('setup.accountLead')}>
      <Form save={create} onSubmit={create.mutate}>
        <Stack>
          <TextInput
            label={t('access.username')}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={create.errorOf('username')}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={100}
            required
            withAsterisk={false}
          />
          <PasswordField
            kind="new"
            label={t('access.password')}
            description={t('access.passwordRule')}
            value={password}
            onChange={setPassword}
            error={create.errorOf('password')}
          />
          <PasswordField
            kind="repeated"
            label={t('setup.repeat')}
            value={repeated}
            onChange={setRepeated}
            error={differs ? t('setup.differs') : create.errorOf('repeated')}
          />
          {create.isError && <ProblemNote problem={create.error} shownFields={create.shownFields} />}
          <Button type="submit" size="md" loading={create.isPending}>
            {t('setup.createAccount')}
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}
