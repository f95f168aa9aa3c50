import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconClipboardList, IconDownload } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import parts from '../../parts/parts.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditChange, auditFilter, csvAddress, readAuditSearch } from './audit-search.ts';
import { EntryRow } from './entry-row.tsx';

/** Who did what, from where and when. */
export function AuditScreen() {
  const t = useT();
  const search = useSearch({ from: '/shell/audit' });
  const navigate = useNavigate();
  const filter = auditFilter(search, Date.now());
  const entries = useInfiniteQuery(queries.audit(filter));
  const isFiltered = Object.keys(filter).length > 0;
  const change = (part: AuditChange) =>
    void navigate({ to: '/audit', search: readAuditSearch({ ...search, ...part }), replace: true, resetScroll: false });
  return (
    <Page
      title={t('nav.audit')}
      lead={t('audit.lead')}
      actions={
        <Button
          component="a"
          href={csvAddress(filter)}
          download="audit.csv"
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t('audit.export')}
        </Button>
      }
    >
      <AuditFilters search={search} onChange={change} />
      <Pages query={entries}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconClipboardList size={30} />}
              title={isFiltered ? t('audit.noMatch') : t('audit.none')}
              text={isFiltered ? t('audit.noMatchHint') : t('audit.noneHint')}
            />
          ) : (
            <ul className={parts.rows} aria-label={t('audit.list')}>
              {all.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Pages>
    </Page>
  );
}
