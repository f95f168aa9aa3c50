import { ActionIcon, Code, Group } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { CopyButton } from '../parts/copies/copy-button.tsx';
import { IconCheck, IconCopy } from '../parts/icons/icons.ts';

interface CopyFieldProps {
  /** Names what is copied, for screen readers. */
  label: string;
  value: string;
  /** Shown instead of the value, which may contain a password. */
  shown?: string;
}

/** A value with a button that copies it. */
export function CopyField({ label, value, shown = value }: CopyFieldProps) {
  const t = useT();
  return (
    <Group gap={6} wrap="nowrap">
      <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            onClick={copy}
            aria-label={copied ? t('common.copied') : t('addresses.copy', { what: label })}
          >
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
