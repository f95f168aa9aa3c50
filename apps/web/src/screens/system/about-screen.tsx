import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Page } from '../../parts/layout/page.tsx';
import classes from '../../parts/parts.module.css';

export function AboutScreen() {
  const t = useT();
  const version = useQuery(queries.version);
  return (
    <Page title={t('nav.about')}>
      <Card>
        <Group wrap="nowrap" align="center">
          <img src={`${import.meta.env.BASE_URL}logo.svg`} alt="" width={72} height={72} />
          <div>
            <Text fz={22} fw={600}>
              Holdfast
            </Text>
            <Text c="dimmed">{t('about.lead')}</Text>
          </div>
        </Group>
        <dl className={classes.facts}>
          <dt>{t('system.version')}</dt>
          <dd>{version.data?.version ?? '…'}</dd>
          <dt>{t('about.api')}</dt>
          <dd>
            {version.data?.api_version ?? '…'} · <Anchor href="/openapi.json">{t('about.contract')}</Anchor>
          </dd>
        </dl>
        <Text>{t('about.promise')}</Text>
      </Card>
    </Page>
  );
}
