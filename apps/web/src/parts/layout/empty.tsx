import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../parts.module.css';

interface EmptyProps {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}

/** Empty state of a list, with an explanation and the action to add the first item. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className={classes.empty}>
    <span className={classes.emptyIcon} aria-hidden>
      {icon}
    </span>
    <Title order={2}>{title}</Title>
    <p>{text}</p>
    {action}
  </div>
);
