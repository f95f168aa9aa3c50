import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

const MAX_NAME_LENGTH = 100;

interface NameFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (name: string) => void;
  error?: ReactNode;
  /** Gets the focus when the dialog opens. */
  isFirst?: boolean;
}

/** Required field for a name. */
export function NameField({ label, description, value, onChange, error, isFirst = false }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      maxLength={MAX_NAME_LENGTH}
      required
      withAsterisk={false}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}
