import { Button, Code, Group, Text } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { fingerprintText } from './hub-edit.ts';

interface CertificateChoiceProps {
  certificate: string | null;
  onChange: (certificate: string | null) => void;
}

/** The one certificate that is accepted although no authority vouches for it; nothing while there is none. */
export function CertificateChoice({ certificate, onChange }: CertificateChoiceProps) {
  const t = useT();
  if (certificate === null) return null;
  return (
    <div data-testid="accepted-certificate">
      <Text size="sm" fw={500}>
        {t('hub.certificate')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('hub.certificateHint')}
      </Text>
      <Group gap="xs" mt={6}>
        <Code fz="sm" style={{ wordBreak: 'break-all' }}>
          {fingerprintText(certificate)}
        </Code>
        <Button variant="default" size="xs" onClick={() => onChange(null)}>
          {t('hub.certificateForget')}
        </Button>
      </Group>
    </div>
  );
}
