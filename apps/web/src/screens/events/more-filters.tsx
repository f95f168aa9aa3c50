import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { labelText, sourceText } from '../../clips/clip-words.ts';
import { clipFilterCount, type FeedChange, type FeedSearch } from '../../clips/feed-search.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { TimeField } from '../../parts/time/time-field.tsx';
import own from './events.module.css';
import { NameFilter } from './name-filter.tsx';

/** Label, zone, source, confidence and time of day. Names can also be typed: only those of the newest events are listed. */
export function MoreFilters({ search, onChange }: { search: FeedSearch; onChange(part: FeedChange): void }) {
  const { t, format } = useI18n();
  const choices = useQuery(queries.clipChoices).data;
  return (
    <div className={own.more}>
      <NameFilter
        label={t('feed.labels')}
        placeholder={t('feed.anyLabel')}
        choices={choices?.labels}
        textOf={(label) => labelText(label, t)}
        value={search.labels}
        onChange={(labels) => onChange({ labels })}
      />
      <NameFilter
        label={t('feed.zones')}
        placeholder={t('feed.anyZone')}
        choices={choices?.zones}
        textOf={(zone) => zone}
        value={search.zones}
        onChange={(zones) => onChange({ zones })}
      />
      <NameFilter
        label={t('feed.sources')}
        placeholder={t('feed.anySource')}
        choices={choices?.source_ids}
        textOf={(source) => sourceText(source, t)}
        value={search.sources}
        onChange={(sources) => onChange({ sources })}
      />
      <NumberInput
        label={t('feed.score')}
        suffix={t('feed.scoreUnit')}
        min={0}
        max={100}
        step={5}
        allowDecimal={false}
        value={search.score ?? ''}
        onChange={(score) => onChange({ score: typeof score === 'number' ? score : undefined })}
      />
      <TimeOfDay
        from={search.from ?? ''}
        to={search.to ?? ''}
        hint={t('feed.timeHint', { zone: format.zone() })}
        onChange={onChange}
      />
      {clipFilterCount(search) > 0 && (
        <Button
          variant="subtle"
          style={{ alignSelf: 'end', justifySelf: 'start' }}
          onClick={() =>
            onChange({
              labels: undefined,
              zones: undefined,
              sources: undefined,
              score: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          {t('feed.reset')}
        </Button>
      )}
    </div>
  );
}

/** Takes effect once both times are entered. */
function TimeOfDay({
  from,
  to,
  hint,
  onChange,
}: {
  from: string;
  to: string;
  hint: string;
  onChange(part: FeedChange): void;
}) {
  const { t } = useI18n();
  const [typed, setTyped] = useState({ from, to });
  // Changed elsewhere, such as by a reset.
  useEffect(() => setTyped({ from, to }), [from, to]);
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const isEmpty = next.from === '' && next.to === '';
    const isWhole = next.from !== '' && next.to !== '' && next.from !== next.to;
    if (isEmpty || isWhole) onChange({ from: next.from || undefined, to: next.to || undefined });
  };
  const isHalf = (typed.from === '') !== (typed.to === '') || (typed.from !== '' && typed.from === typed.to);
  return (
    <div>
      <div className={own.times}>
        <TimeField label={t('feed.fromTime')} value={typed.from} onChange={(from) => change({ from })} />
        <TimeField label={t('feed.toTime')} value={typed.to} onChange={(to) => change({ to })} example="06:00" />
      </div>
      <p className={own.timeHint}>{isHalf ? t('feed.timeNeeded') : hint}</p>
    </div>
  );
}
