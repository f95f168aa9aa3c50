import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';

/** A field whose text is hidden until the user wants to see it. Mantine's own does not mark its input as invalid. */
export function SecretInput({ error, ...rest }: PasswordInputProps) {
  const t = useT();
  return (
    <PasswordInput
      {...rest}
      error={error}
      aria-invalid={Boolean(error)}
      visibilityToggleButtonProps={{ 'aria-label': t('access.showPassword'), tabIndex: 0 }}
    />
  );
}
