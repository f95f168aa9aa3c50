import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConnectionBanner } from './connection-banner.tsx';
import classes from './shell.module.css';

interface EntryProps {
  title: string;
  lead: string;
  wide?: boolean;
  children: ReactNode;
}

/** Frame of the screens before sign-in: first run and sign-in. */
export function Entry({ title, lead, wide = false, children }: EntryProps) {
  useDocumentTitle(`${title} · Holdfast`);
  return (
    <>
      <ConnectionBanner />
      <main className={classes.entry}>
        <div className={`${classes.entryBox} ${wide ? classes.entryWide : ''}`}>
          <div className={classes.entryHead}>
            <img src={`${import.meta.env.BASE_URL}logo.svg`} alt="" />
            <Title order={1}>{title}</Title>
            <p>{lead}</p>
          </div>
          {children}
        </div>
      </main>
    </>
  );
}
