import { ActionIcon } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { IconChevronLeft, IconChevronRight } from '../../parts/icons/icons.ts';
import classes from './wall.module.css';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** For layouts with fewer places than there are cameras. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useT();
  return (
    <nav className={classes.pager} aria-label={t('wall.pages')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('wall.previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={20} />
      </ActionIcon>
      <span role="status">{t('wall.page', { page: page + 1, count: pages })}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('wall.next')}
        disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={20} />
      </ActionIcon>
    </nav>
  );
}
