import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, session } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { isTooShort, PasswordField } from '../../parts/forms/password-field.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';

export function PasswordCard() {
  const t = useT();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useSave({
    call: () => api.me.changePassword({ body: { current_password: current, new_password: next } }),
    needs: {
      current_password: current === '',
      new_password: next === '' || (isTooShort(next) && t('access.passwordShort')),
    },
    done: t('account.passwordChanged'),
    onDone: (reply) => {
      session.renew(reply);
      setCurrent('');
      setNext('');
    },
  });
  return (
    <Card title={t('access.password')} lead={t('account.passwordLead')}>
      <Form save={save} onSubmit={save.mutate}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <PasswordField
              kind="current"
              label={t('account.currentPassword')}
              value={current}
              onChange={setCurrent}
              error={save.errorOf('current_password')}
            />
            <PasswordField
              kind="new"
              label={t('account.newPassword')}
              value={next}
              onChange={setNext}
              error={save.errorOf('new_password')}
            />
          </SimpleGrid>
          {save.isError && <ProblemNote problem={save.error} shownFields={save.shownFields} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('account.changePassword')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
