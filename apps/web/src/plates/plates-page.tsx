import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Page } from '../parts/layout/page.tsx';
import classes from './plates.module.css';

const sections = [
  { to: '/plates', label: 'plateNav.search' },
  { to: '/plates/watchlist', label: 'plateNav.watchlist' },
  { to: '/plates/comparison', label: 'plateNav.comparison' },
] as const;

interface PlatesPageProps {
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of the screens about plates, with links between them. */
export function PlatesPage({ lead, actions, children }: PlatesPageProps) {
  const t = useT();
  return (
    <Page title={t('nav.plates')} lead={lead} actions={actions}>
      <nav aria-label={t('plateNav.label')} className={classes.sections}>
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.section} activeOptions={{ exact: true, includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
