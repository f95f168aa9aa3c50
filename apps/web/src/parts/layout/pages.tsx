import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Loaded } from './loaded.tsx';

interface PagesProps<T> {
  query: UseInfiniteQueryResult<T[], Error>;
  children: (items: T[]) => ReactNode;
}

/** A paged list: all pages so far, and a button for the next. */
export function Pages<T>({ query, children }: PagesProps<T>) {
  const t = useT();
  return (
    <>
      <Loaded query={query}>{children}</Loaded>
      {query.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('common.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
