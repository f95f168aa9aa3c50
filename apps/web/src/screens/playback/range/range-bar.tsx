import type { Span } from '@holdfast/ui';
import { Button, CloseButton } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.tsx';
import {
  IconBookmark,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconFileExport,
  IconPolygon,
  IconZoomIn,
  IconZoomOut,
} from '../../../parts/icons/icons.ts';
import { useSingleKeys } from '../../../parts/keyboard/single-keys.ts';
import { Tool } from '../transport/tool.tsx';
import classes from './range.module.css';

interface RangeBarProps {
  range: Span | undefined;
  canExport: boolean;
  onMark(edge: 'start' | 'end'): void;
  onExport(): void;
  onBookmark(): void;
  onClear(): void;
  onZoom(direction: 1 | -1): void;
  /** An area of the picture is drawn or searched. */
  isSearching: boolean;
  onSearch(): void;
}

/** Controls of the timeline: zoom, and mark, export or bookmark a range. */
export function RangeBar({
  range,
  canExport,
  onMark,
  onExport,
  onBookmark,
  onClear,
  onZoom,
  isSearching,
  onSearch,
}: RangeBarProps) {
  const { t, format } = useI18n();
  const [hasSingleKeys] = useSingleKeys();
  return (
    <div className={classes.rangeBar}>
      <div className={classes.rangeTools}>
        <Tool label={t('playback.zoomOut')} onClick={() => onZoom(-1)}>
          <IconZoomOut size={20} />
        </Tool>
        <Tool label={t('playback.zoomIn')} onClick={() => onZoom(1)}>
          <IconZoomIn size={20} />
        </Tool>
        <Tool label={t('playback.rangeStart')} onClick={() => onMark('start')}>
          <IconBracketsContainStart size={20} />
        </Tool>
        <Tool label={t('playback.rangeEnd')} onClick={() => onMark('end')}>
          <IconBracketsContainEnd size={20} />
        </Tool>
        <Tool label={t('area.search')} onClick={onSearch} isOn={isSearching}>
          <IconPolygon size={20} />
        </Tool>
      </div>
      {range ? (
        <div className={classes.rangeChosen} role="status">
          <span>
            <strong>{t('playback.range')}</strong> {format.near(range.startMs, range.endMs)} –{' '}
            {format.near(range.endMs, range.startMs)}
          </span>
          {canExport && (
            <Button
              size="compact-sm"
              h={32}
              variant="light"
              leftSection={<IconFileExport size={16} />}
              onClick={onExport}
            >
              {t('playback.export')}
            </Button>
          )}
          <Button
            size="compact-sm"
            h={32}
            variant="light"
            leftSection={<IconBookmark size={16} />}
            onClick={onBookmark}
          >
            {t('playback.bookmark')}
          </Button>
          <CloseButton size={32} onClick={onClear} aria-label={t('playback.rangeClear')} />
        </div>
      ) : (
        <span className={classes.rangeHint}>
          {hasSingleKeys ? t('playback.rangeHint') : t('playback.rangeHintBare')}
        </span>
      )}
    </div>
  );
}
