import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import classes from '../parts.module.css';
import { ProblemNote } from '../problems/problem-note.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** Common loading and error states; loaded data stays on screen during a refetch. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting />;
}

export function Waiting() {
  const t = useT();
  return (
    <Stack gap="sm" role="status" data-waiting>
      <span className={classes.srOnly}>{t('common.loading')}</span>
      <Skeleton height={72} />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </Stack>
  );
}
