import { SimpleGrid, TextInput } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { SecretInput } from '../parts/forms/secret-input.tsx';
import { type SourceAddress, takeAddress, usesSavedPassword } from './source-address.ts';

interface AddressFieldsProps {
  label: string;
  description?: string;
  value: SourceAddress;
  onChange: (value: SourceAddress) => void;
  saved?: { url: string | null; hasPassword: boolean };
  error?: string | undefined;
  required?: boolean;
}

/** Address and login of a camera stream. */
export function AddressFields(props: AddressFieldsProps) {
  const { label, description, value, onChange, saved, error, required = false } = props;
  const t = useT();
  const isKept = saved !== undefined && usesSavedPassword(saved, value);
  const isLost = saved?.hasPassword === true && !isKept && value.password === '' && value.url.trim() !== '';
  return (
    <>
      <TextInput
        label={label}
        description={description}
        placeholder="rtsp://192.168.1.20:554/stream1"
        value={value.url}
        onChange={(event) => onChange(takeAddress(event.currentTarget.value, value))}
        error={error}
        required={required}
        withAsterisk={false}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('camera.username')}
          value={value.username}
          onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SecretInput
          label={t('camera.password')}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
          placeholder={isKept ? t('camera.passwordKept') : ''}
          error={isLost ? t('camera.passwordLost') : undefined}
          autoComplete="new-password"
        />
      </SimpleGrid>
    </>
  );
}
