import type { PasswordInputProps } from '@mantine/core';
import { SecretInput } from './secret-input.tsx';

interface PasswordFieldProps
  extends Pick<PasswordInputProps, 'label' | 'description' | 'error' | 'placeholder' | 'required'> {
  value: string;
  onChange: (value: string) => void;
  /** `current` authenticates; `new` is being chosen and has a minimum length. */
  kind: 'current' | 'new' | 'repeated';
}

/** Of a new password. */
const MIN_LENGTH = 8;

export const isTooShort = (password: string): boolean => password.length < MIN_LENGTH;

/** Password of a Holdfast user. */
export function PasswordField({ value, onChange, kind, required = true, ...rest }: PasswordFieldProps) {
  return (
    <SecretInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete={kind === 'current' ? 'current-password' : 'new-password'}
      {...(kind === 'new' && { minLength: MIN_LENGTH })}
      maxLength={256}
      required={required}
      withAsterisk={false}
    />
  );
}
