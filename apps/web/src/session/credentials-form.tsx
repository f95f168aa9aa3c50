import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, session } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { Form } from '../parts/forms/form.tsx';
import { PasswordField } from '../parts/forms/password-field.tsx';
import { isBlank } from '../parts/forms/use-needs.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { ProblemNote } from '../parts/problems/problem-note.tsx';

/** User name and password, for the sign-in page and for an expired session. */
export function CredentialsForm() {
  const t = useT();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const signIn = useSave({
    call: () => api.auth.login({ body: { username, password, remember, cookie: true } }),
    needs: { username: isBlank(username), password: password === '' },
    onDone: (reply) => session.signIn(reply, username),
  });
  return (
    <Form save={signIn} onSubmit={signIn.mutate}>
      <Stack gap="md">
        {signIn.isError && <ProblemNote problem={signIn.error} />}
        <TextInput
          label={t('access.username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={signIn.errorOf('username')}
          autoComplete="username"
          autoCapitalize="none"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <PasswordField
          kind="current"
          label={t('access.password')}
          value={password}
          onChange={setPassword}
          error={signIn.errorOf('password')}
        />
        <Checkbox
          label={t('access.remember')}
          description={t('access.rememberHint')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t('access.signIn')}
        </Button>
      </Stack>
    </Form>
  );
}
