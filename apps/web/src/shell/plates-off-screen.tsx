import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.tsx';
import { IconScan } from '../parts/icons/icons.ts';
import { Empty } from '../parts/layout/empty.tsx';
import { Page } from '../parts/layout/page.tsx';

/** For administrators instead of the screens about plates, while these are turned off. */
export function PlatesOffScreen({ title }: { title: string }) {
  const t = useT();
  return (
    <Page title={title}>
      <Empty
        icon={<IconScan size={30} />}
        title={t('shell.platesOff')}
        text={t('shell.platesOffHint')}
        action={
          <Button component={Link} to="/plate-settings">
            {t('nav.plateSettings')}
          </Button>
        }
      />
    </Page>
  );
}
