import { Button, Menu, Text } from '@mantine/core';
import type { Clip } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { IconDownload } from '../parts/icons/icons.ts';

const forms: readonly { path: (clip: Clip) => string; form: 'recorded' | 'small' | 'gif' | 'webp' }[] = [
  { path: ({ full_url }) => `${full_url}&download=1`, form: 'recorded' },
  { path: ({ preview_url }) => `${preview_url}&download=1`, form: 'small' },
  { path: ({ id }) => `/clip/${id}/clip.gif?download=1`, form: 'gif' },
  { path: ({ id }) => `/clip/${id}/clip.webp?download=1`, form: 'webp' },
];

/** The forms in which a clip can be saved. */
export function DownloadMenu({ clip, name }: { clip: Clip; name: string }) {
  const t = useT();
  return (
    <Menu width={270} shadow="md" position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          aria-label={t('exports.downloadNamed', { name })}
        >
          {t('clip.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(({ path, form }) => (
          <Menu.Item key={form} component="a" href={path(clip)} download>
            {t(`clipForm.${form}`)}
            <Text size="xs" c="dimmed">
              {t(`clipFormHint.${form}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
