import type { Span } from '@holdfast/ui';
import { CloseButton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { MomentPicture } from '../../../parts/pictures/moment-picture.tsx';
import classes from './area.module.css';
import { type AreaSearch, MAX_FOUND } from './use-area-search.ts';

interface AreaResultsProps {
  search: AreaSearch | undefined;
  found: UseQueryResult<Span[]>;
  cameraName: string;
  onPick(startMs: number): void;
  onClose(): void;
}

/** The moments in which something moved in the drawn area. */
export function AreaResults({ search, found, cameraName, onPick, onClose }: AreaResultsProps) {
  const { t, format } = useI18n();
  const day = search && format.day(new Date(search.day.startMs + 12 * 3_600_000).toISOString());
  return (
    <section className={classes.results} aria-label={t('area.results')}>
      <div className={classes.resultsHead}>
        <span role="status">
          {!search && t('area.draw')}
          {search && found.data && day !== undefined && headline(found.data.length, day)}
        </span>
        <CloseButton size={32} onClick={onClose} aria-label={t('area.close')} />
      </div>
      {search && (
        <Loaded query={found}>
          {(spans) =>
            spans.length === 0 ? (
              <p className={classes.hint}>{t('area.noneHint')}</p>
            ) : (
              <ul className={classes.moments}>
                {spans.map(({ startMs, endMs }) => (
                  <li key={startMs}>
                    <button type="button" className={classes.moment} onClick={() => onPick(startMs)}>
                      <MomentPicture
                        cameraId={search.cameraId}
                        cameraName={cameraName}
                        at={new Date(startMs).toISOString()}
                        until={new Date(endMs).toISOString()}
                      />
                      <span>
                        <time dateTime={new Date(startMs).toISOString()}>{format.clock(startMs)}</time>{' '}
                        <span className={classes.length}>{format.duration(endMs - startMs)}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  );

  function headline(count: number, date: string): string {
    if (count === 0) return t('area.none', { day: date });
    return count >= MAX_FOUND ? t('area.newest', { count, day: date }) : t('area.count', { count, day: date });
  }
}
