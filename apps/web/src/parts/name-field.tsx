import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

const LONGEST_NAME = 100;

interface NameFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (name: string) => void;
  error?: ReactNode;
  /** Where a dialog begins. */
  isFirst?: boolean;
}

/** What something is called; nothing goes without. */
export function NameField({ label, description, value, onChange, error, isFirst = false }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      maxLength={LONGEST_NAME}
      required
      withAsterisk={false}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
