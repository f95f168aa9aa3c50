import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { Empty } from '../parts/empty.tsx';
import { IconRefresh } from '../parts/icons.ts';

/** A screen that could not be drawn: most often the server was updated and the page is of the day before. */
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
