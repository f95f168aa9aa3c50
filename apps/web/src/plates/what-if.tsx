import { allowedEdits, parsePlate } from '@holdfast/domain';
import { Slider, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { CropPicture, cropPath } from './crop-picture.tsx';
import { plateQueries } from './plate-queries.ts';
import { PlateText } from './plate-text.tsx';
import classes from './what-if.module.css';

const SETTLE_MS = 150;
const PICTURES = 8;
const PLATES = 12;

/** The past reads that an entry would have matched, while it is typed. The tolerance can be tried without saving it. */
export function WhatIf({ plate }: { plate: string }) {
  const { t, format } = useI18n();
  const config = useQuery(queries.lprConfig);
  const [tried, setTried] = useState<number>();
  const fuzz = tried ?? config.data?.watchlist_fuzz ?? 0;
  const parsed = parsePlate(plate);
  const [wanted] = useDebouncedValue(parsed.kind === 'plate' ? `${parsed.plate} ${fuzz}` : '', SETTLE_MS);
  const [text = '', tolerance = '0'] = wanted.split(' ');
  const result = useQuery({
    ...plateQueries.whatIf({ plate: text, fuzz: Number(tolerance) }),
    enabled: text !== '' && config.data !== undefined,
  });
  if (parsed.kind === 'refused') return <p className={classes.hint}>{t('whatIf.hint')}</p>;
  const edits = allowedEdits({ fuzz, length: parsed.plate.length });
  return (
    <section className={classes.panel} aria-label={t('whatIf.title')}>
      <Text size="sm" fw={500}>
        {edits === 0 ? t('plates.exact') : t('whatIf.tolerance', { count: edits })}
      </Text>
      <Slider
        thumbLabel={t('whatIf.try')}
        min={0}
        max={0.5}
        step={0.025}
        label={null}
        value={fuzz}
        onChange={(value) => setTried(Math.round(value * 1000) / 1000)}
      />
      {result.isError && <ProblemNote problem={result.error} />}
      {result.data && text !== '' && (
        <>
          <p className={classes.sum} role="status">
            {result.data.reads === 0
              ? t('whatIf.none')
              : t('whatIf.caught', {
                  count: result.data.reads,
                  plates: t('whatIf.plates', { count: result.data.plates.length }),
                })}
            {result.data.truncated && ` ${t('whatIf.truncated')}`}
          </p>
          <ul className={classes.plates}>
            {result.data.plates.slice(0, PLATES).map((one) => (
              <li key={one.plate}>
                <PlateText plate={one.plate} />
                <span>{t('whatIf.reads', { count: one.reads })}</span>
              </li>
            ))}
          </ul>
          <ul className={classes.crops}>
            {result.data.items
              .filter(({ has_crop }) => has_crop)
              .slice(0, PICTURES)
              .map((read) => (
                <li key={read.id} title={`${read.plate}, ${format.exact(read.ts)}`}>
                  <CropPicture path={cropPath(read)} plate={read.plate} />
                </li>
              ))}
          </ul>
        </>
      )}
      {tried !== undefined && tried !== config.data?.watchlist_fuzz && (
        <p className={classes.hint}>{t('whatIf.notSaved')}</p>
      )}
    </section>
  );
}
