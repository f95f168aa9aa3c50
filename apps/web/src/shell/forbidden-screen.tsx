import { useT } from '../i18n/i18n.tsx';
import { IconLock } from '../parts/icons/icons.ts';
import { Empty } from '../parts/layout/empty.tsx';
import { Page } from '../parts/layout/page.tsx';

/** Shown instead of a screen that the user may not open. */
export function ForbiddenScreen({ title }: { title: string }) {
  const t = useT();
  return (
    <Page title={title}>
      <Empty icon={<IconLock size={30} />} title={t('shell.forbidden')} text={t('shell.forbiddenHint')} />
    </Page>
  );
}
