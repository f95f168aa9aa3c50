import { ALERT_EVENT_KEYS, clipKinds } from '@holdfast/domain';
import { Button, Collapse, MultiSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { cameraIdsIn, clipFilterCount, type FeedChange, type FeedSearch, isClipKind } from '../../clips/feed-search.ts';
import { useT } from '../../i18n/i18n.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { IconSettings } from '../../parts/icons/icons.ts';
import own from './events.module.css';
import { MoreFilters } from './more-filters.tsx';

interface FeedFiltersProps {
  search: FeedSearch;
  onChange(part: FeedChange): void;
  mayWatch: boolean;
  mayPlay: boolean;
  hasPlates: boolean;
}

/** The filters of the feed; those that only clips have are folded away. */
export function FeedFilterBar({ search, onChange, mayWatch, mayPlay, hasPlates }: FeedFiltersProps) {
  const t = useT();
  const count = clipFilterCount(search);
  const [isOpen, setOpen] = useState(count > 0);
  const kinds = clipKinds.filter((kind) => (kind !== 'plate' || hasPlates) && (kind !== 'bookmark' || mayPlay));
  const clipTypes = kinds.map((kind) => ({ value: kind as string, label: t(`clipKind.${kind}`) }));
  const systemTypes = ALERT_EVENT_KEYS.filter((key) => key !== 'plate_watchlist_hit' || hasPlates).map((key) => ({
    value: key as string,
    label: t(`eventKind.${key}`),
  }));
  const types = search.types ?? [];
  return (
    <div>
      <div className={own.filters}>
        <MultiSelect
          label={t('feed.types')}
          placeholder={types.length === 0 ? t('events.anyKind') : ''}
          data={
            mayWatch
              ? [
                  { group: t('feed.clipTypes'), items: clipTypes },
                  { group: t('feed.systemTypes'), items: systemTypes },
                ]
              : systemTypes
          }
          value={mayWatch ? types : types.filter((type) => !isClipKind(type))}
          onChange={(next) => onChange({ types: next })}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={320}
        />
        <CameraPicker
          label={t('events.cameras')}
          placeholder={t('footage.anyCamera')}
          value={cameraIdsIn(search.cameras)}
          onChange={(ids) => onChange({ cameras: ids.join() })}
          hasRemoved
        />
        {mayWatch && (
          <div className={own.filterButtons}>
            <Switch
              label={t('feed.unseenOnly')}
              checked={search.unseen === true}
              onChange={(event) => onChange({ unseen: event.currentTarget.checked || undefined })}
            />
            <Button
              variant={count > 0 ? 'light' : 'default'}
              leftSection={<IconSettings size={18} />}
              onClick={() => setOpen(!isOpen)}
              aria-expanded={isOpen}
            >
              {count > 0 ? t('feed.filtersOn', { count }) : t('feed.filters')}
            </Button>
          </div>
        )}
      </div>
      {mayWatch && (
        <Collapse expanded={isOpen}>
          <MoreFilters search={search} onChange={onChange} />
        </Collapse>
      )}
    </div>
  );
}
