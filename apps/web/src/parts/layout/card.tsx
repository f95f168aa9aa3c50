import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from '../parts.module.css';

interface CardProps {
  title?: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, lead, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={classes.cardHead}>
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            {lead !== undefined && <p className={classes.lead}>{lead}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
