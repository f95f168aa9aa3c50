import { SegmentedControl, SimpleGrid, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.tsx';
import { type Language, languageNames, languages } from '../../i18n/language.ts';
import { SingleKeySwitch } from '../../parts/keyboard/single-key-switch.tsx';
import { Card } from '../../parts/layout/card.tsx';

const schemes = ['auto', 'light', 'dark'] as const;

/** Theme and language of the console in this browser. */
export function LookCard() {
  const { t, format, language, setLanguage } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title={t('account.look')} lead={t('account.lookLead')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {t('account.language')}
          </Text>
          <SegmentedControl
            aria-label={t('account.language')}
            data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
            value={language}
            onChange={(next) => setLanguage(next as Language)}
          />
        </Stack>
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {t('account.scheme')}
          </Text>
          <SegmentedControl
            aria-label={t('account.scheme')}
            data={schemes.map((one) => ({ value: one, label: t(`scheme.${one}`) }))}
            value={colorScheme}
            onChange={(next) => setColorScheme(next as (typeof schemes)[number])}
          />
        </Stack>
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('account.zone', { zone: format.zone() })}
      </Text>
      <SingleKeySwitch />
    </Card>
  );
}
