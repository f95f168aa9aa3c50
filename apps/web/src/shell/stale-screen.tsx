import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { IconRefresh } from '../parts/icons/icons.ts';
import { Empty } from '../parts/layout/empty.tsx';

/** Shown when rendering fails, most often because the server was updated after the page was loaded. */
export function StaleScreen() {
  const t = useT();
  return (
    <Empty
      icon={<IconRefresh size={30} />}
      title={t('shell.broken')}
      text={t('shell.brokenHint')}
      action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}
    />
  );
}
