import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import classes from './motion-live.module.css';

const LOOK_MS = 1_000;

/** Where the recorder sees something move right now, cell by cell, with what it counts as too small. */
export function MotionLive({ cameraId }: { cameraId: string }) {
  const { t, format } = useI18n();
  const grid = useQuery({
    queryKey: ['motion-grid', cameraId],
    queryFn: () => api.motion.grid({ params: { id: cameraId } }),
    refetchInterval: LOOK_MS,
  });
  const view = grid.data?.view;
  if (!view || !grid.data) return <Text c="dimmed">{t('motion.noView')}</Text>;
  const { columns } = grid.data;
  const share = (value: number) => format.number(Math.round(value * 100_000) / 1_000);
  return (
    <>
      <svg
        className={classes.grid}
        viewBox={`0 0 ${columns} ${grid.data.rows}`}
        role="img"
        aria-label={view.moving ? t('motion.moving') : t('motion.still')}
      >
        {litCells(view.cells, columns).map(({ x, y }) => (
          <rect key={`${x} ${y}`} className={classes.cell} x={x} y={y} width={1} height={1} />
        ))}
      </svg>
      <Text size="sm" c="dimmed">
        {view.moving ? t('motion.moving') : t('motion.still')}{' '}
        {t('motion.figures', { score: share(view.score), floor: share(view.floor), ceiling: share(view.ceiling) })}
      </Text>
    </>
  );
}

const litCells = (cells: string, columns: number) =>
  Array.from(cells, (cell, at) => ({ isLit: cell === '1', x: at % columns, y: Math.floor(at / columns) })).filter(
    ({ isLit }) => isLit,
  );
