import { useT } from '../i18n/i18n.tsx';
import { Empty } from '../parts/empty.tsx';
import { IconLock } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';

/** Shown instead of a screen that the user may not open. */
export function ForbiddenScreen({ title }: { title: string }) {
  const t = useT();
  return (
    <Page title={title}>
      <Empty icon={<IconLock size={30} />} title={t('shell.forbidden')} text={t('shell.forbiddenHint')} />
    </Page>
  );
}
