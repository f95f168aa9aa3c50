import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ProblemNote } from '../problems/problem-note.tsx';
import { Form } from './form.tsx';
import { SaveBar } from './save-bar.tsx';

interface TabFormProps {
  isDirty: boolean;
  save: ComponentProps<typeof Form>['save'] & {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    shownFields: ReadonlySet<string>;
    mutate: () => void;
  };
  onDiscard: () => void;
  message?: ReactNode;
  children: ReactNode;
}

/** The form of one tab: cards, errors and the save bar. */
export const TabForm = ({ isDirty, save, onDiscard, message, children }: TabFormProps) => (
  <Form save={save} onSubmit={save.mutate}>
    <Stack gap="lg">
      {children}
      {save.isError && <ProblemNote problem={save.error} shownFields={save.shownFields} />}
      <SaveBar isShown={isDirty} isBusy={save.isPending} onDiscard={onDiscard} message={message} />
    </Stack>
  </Form>
);
