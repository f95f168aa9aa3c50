import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronLeft } from '../icons/icons.ts';
import classes from '../parts.module.css';
import { Named } from './named.tsx';

interface PageProps {
  title: string;
  lead?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: heading, introduction and actions. */
export function Page({ title, lead, back, actions, children }: PageProps) {
  useDocumentTitle(`${title.slice(0, 80)} · Holdfast`);
  return (
    <div className={classes.page}>
      <header className={classes.pageHead}>
        <div>
          {back && (
            <Link to={back.to} className={classes.back}>
              <IconChevronLeft size={16} aria-hidden /> {back.label}
            </Link>
          )}
          <Title order={1}>
            <Named text={title} />
          </Title>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
