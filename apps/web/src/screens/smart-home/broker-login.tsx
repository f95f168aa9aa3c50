import { TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { SecretInput } from '../../parts/forms/secret-input.tsx';

interface BrokerLoginProps {
  value: { mqtt_username: string | null; mqtt_password: string };
  /** An empty password leaves the saved one as it is. */
  keepsPassword: boolean;
  onUsername(name: string | null): void;
  onPassword(password: string): void;
}

/** User name and password of an MQTT broker. */
export function BrokerLogin({ value, keepsPassword, onUsername, onPassword }: BrokerLoginProps) {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('access.username')}
        value={value.mqtt_username ?? ''}
        onChange={({ currentTarget: { value: name } }) => onUsername(name === '' ? null : name)}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={200}
      />
      <SecretInput
        label={t('access.password')}
        placeholder={keepsPassword ? t('camera.passwordKept') : ''}
        value={value.mqtt_password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        autoComplete="new-password"
        maxLength={500}
      />
    </>
  );
}
