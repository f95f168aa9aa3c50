import { useT } from '../i18n/i18n.tsx';
import { Empty } from '../parts/empty.tsx';
import { IconLock } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';

/** A screen that this person may not use: that is said, and nothing else is shown of it. */
export function ForbiddenScreen({ title }: { title: string }) {
  const t = useT();
  return (
    <Page title={title}>
      <Empty icon={<IconLock size={30} />} title={t('shell.forbidden')} text={t('shell.forbiddenHint')} />
    </Page>
  );
}
