import { PLATE_MATCH_MODES, type PlateMatchMode } from '@holdfast/domain';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { memo, useCallback } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { IconSearch } from '../../parts/icons/icons.ts';
import { PERIODS, type Period } from '../../parts/time/period.ts';
import { RangeFields } from '../../parts/time/range-fields.tsx';
import classes from './plates-screen.module.css';
import { cameraIdsIn, ENGINES, type PlatesSearch, type PlatesSearchPart, withFilters } from './plates-search.ts';

interface PlateFiltersProps {
  value: PlatesSearch;
  onChange: (change: (value: PlatesSearch) => PlatesSearch) => void;
}

/** The search criteria, applied as you type. A key draws the field of the text again, and nothing else. */
export const PlateFilters = memo(function PlateFilters({ value, onChange }: PlateFiltersProps) {
  const t = useT();
  const { q = '', ...others } = value;
  const merge = useCallback((part: PlatesSearchPart) => onChange((current) => withFilters(current, part)), [onChange]);
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.query ?? ''}
        label={t('plateSearch.query')}
        leftSection={<IconSearch size={18} />}
        value={q}
        onChange={(event) => merge({ q: event.currentTarget.value })}
        maxLength={40}
        type="search"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <OtherFilters {...others} merge={merge} />
    </search>
  );
});

interface OtherFiltersProps extends Omit<PlatesSearch, 'q'> {
  merge: (part: PlatesSearchPart) => void;
}

const OtherFilters = memo(function OtherFilters({ merge, ...value }: OtherFiltersProps) {
  const t = useT();
  const { match = 'contains', cameras, engine, period = 'all', from = '', to = '' } = value;
  return (
    <>
      <div className={classes.mode}>
        <span className={classes.label} id="plate-match">
          {t('plateSearch.match')}
        </span>
        <SegmentedControl
          aria-labelledby="plate-match"
          fullWidth
          value={match}
          onChange={(mode) => merge({ match: mode as PlateMatchMode })}
          data={PLATE_MATCH_MODES.map((mode) => ({ value: mode, label: t(`plateMatch.${mode}`) }))}
        />
      </div>
      <CameraPicker
        label={t('plateSearch.cameras')}
        placeholder={t('footage.anyCamera')}
        value={cameraIdsIn(cameras)}
        onChange={(ids) => merge({ cameras: ids.join(',') })}
        hasRemoved
      />
      <Select
        label={t('plateSearch.engine')}
        placeholder={t('plateSearch.anyEngine')}
        data={ENGINES.map((one) => ({ value: one, label: t(`engine.${one}`) }))}
        value={engine ?? null}
        onChange={(one) => merge({ engine: ENGINES.find((known) => known === one) })}
        clearable
      />
      <Select
        label={t('plateSearch.period')}
        data={PERIODS.map((one) => ({ value: one, label: t(`platePeriod.${one}`) }))}
        value={period}
        onChange={(one) => merge({ period: (one ?? 'all') as Period })}
        allowDeselect={false}
      />
      {period === 'range' && (
        <div className={classes.range}>
          <RangeFields
            value={{ start: from, end: to }}
            onChange={({ start, end }) => merge({ from: start, to: end })}
            errors={{ end: from !== '' && to !== '' && to <= from ? t('range.reversed') : undefined }}
          />
        </div>
      )}
    </>
  );
});
