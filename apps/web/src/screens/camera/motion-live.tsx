import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import classes from './motion-live.module.css';
import { isSameMoment } from './same-moment.ts';

const LOOK_MS = 1_000;

/** The result of the pixel analysis for the newest frame. Undefined while it is not asked for. */
export const useMotionGrid = (cameraId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['motion-grid', cameraId],
    queryFn: () => api.motion.grid({ params: { id: cameraId } }),
    refetchInterval: LOOK_MS,
    enabled: isWanted,
  }).data;

type Grid = NonNullable<ReturnType<typeof useMotionGrid>>;

interface MotionCellsProps {
  grid: Grid;
  /** When the picture below was taken. */
  pictureMs: number;
}

/** The cells in which something moves right now, to be laid over a picture of the same moment. */
export const MotionCells = ({ grid: { view, columns, rows }, pictureMs }: MotionCellsProps) => (
  <svg className={classes.cells} viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden>
    {litCells(view && isSameMoment(Date.parse(view.ts), pictureMs) ? view.cells : '', columns).map(({ x, y }) => (
      <rect key={`${x} ${y}`} className={classes.cell} x={x} y={y} width={1} height={1} />
    ))}
  </svg>
);

/** Whether something moves, and what the recorder counts as too small. */
export function MotionFigures({ grid: { view } }: { grid: Grid }) {
  const { t, format } = useI18n();
  if (!view)
    return (
      <Text size="sm" c="dimmed">
        {t('motion.noView')}
      </Text>
    );
  const share = (value: number) => format.number(Math.round(value * 10_000) / 100);
  const [floor, ceiling] = [share(view.floor), share(view.ceiling)];
  return (
    <Text size="sm" c="dimmed">
      {view.moving ? t('motion.moving') : t('motion.still')} {t('motion.figures', { score: share(view.score) })}{' '}
      {floor === ceiling ? t('motion.ignored', { floor }) : t('motion.ignoredForNow', { floor, ceiling })}
    </Text>
  );
}

const litCells = (cells: string, columns: number) =>
  Array.from(cells, (cell, at) => ({ isLit: cell === '1', x: at % columns, y: Math.floor(at / columns) })).filter(
    ({ isLit }) => isLit,
  );
