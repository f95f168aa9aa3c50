import { Button, Group, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Form } from '../forms/form.tsx';
import { ProblemNote } from '../problems/problem-note.tsx';

interface DialogFormProps {
  save: ComponentProps<typeof Form>['save'] & {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    shownFields: ReadonlySet<string>;
  };
  onSubmit: () => void;
  onCancel: () => void;
  /** Instead of "Save". */
  submit?: string;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** A form in a dialog: its fields, the server's errors, and the buttons to submit and cancel. */
export function DialogForm({ save, onSubmit, onCancel, submit, isDangerous = false, children }: DialogFormProps) {
  const t = useT();
  return (
    <Form save={save} onSubmit={onSubmit}>
      <Stack>
        {children}
        {save.isError && <ProblemNote problem={save.error} shownFields={save.shownFields} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} {...(isDangerous && { color: 'red' })}>
            {submit ?? t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
