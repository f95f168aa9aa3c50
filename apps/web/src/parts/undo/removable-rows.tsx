import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Loaded } from '../layout/loaded.tsx';
import classes from '../parts.module.css';
import { useRemoval } from './use-removal.tsx';

interface RemovableRowsProps<T> {
  query: UseQueryResult<T[], Error>;
  /** First word of the removal keys of these rows, such as `user`. */
  kind: string;
  children: (item: T) => ReactNode;
}

/** A list whose rows disappear when they are removed and return when the removal is undone. */
export function RemovableRows<T extends { id: string }>({ query, kind, children }: RemovableRowsProps<T>) {
  const { isLeaving } = useRemoval();
  return (
    <Loaded query={query}>
      {(all) => (
        <ul className={classes.rows}>
          {all
            .filter(({ id }) => !isLeaving(`${kind} ${id}`))
            .map((item) => (
              <Fragment key={item.id}>{children(item)}</Fragment>
            ))}
        </ul>
      )}
    </Loaded>
  );
}
