import { insideZones, type Point, type Zones } from '@holdfast/domain';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { type CameraConfig, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconMapPin } from '../../parts/icons/icons.ts';
import { pointIn } from '../../polygons/corner-handle.tsx';
import { bodyOf, insideFrame } from '../../polygons/edit-polygons.ts';
import { AreasOnCamera } from './areas-on-camera.tsx';
import classes from './plate-zones.module.css';

/** Reads of the built-in reader, the only one that the zones apply to. */
const LAST_READS = 60;
const STEP = 0.01;
const arrows: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface PlateZonesProps {
  camera: CameraConfig;
  value: Zones;
  onChange: (zones: Record<'include' | 'exclude', ReturnType<typeof bodyOf>>) => void;
}

/** Zones on a still, with the boxes of the last reads and whether each would be kept, and a point to test. */
export function PlateZones({ camera, value, onChange }: PlateZonesProps) {
  const { t } = useI18n();
  const me = useQuery(queries.me);
  const reads = useQuery({
    queryKey: ['plates', 'boxes', camera.id],
    queryFn: () => api.plates.search({ query: { camera_ids: [camera.id], engine: 'native-alpr', limit: LAST_READS } }),
    enabled: me.data?.plates_enabled === true,
  });
  const [point, setPoint] = useState<Point>();
  const boxes = (reads.data?.items ?? []).flatMap(({ id, bbox }) => {
    const [x = 0, y = 0, width = 0, height = 0] = bbox ?? [];
    return bbox === null ? [] : [{ id, x, y, width, height, isKept: insideZones(centreOf(bbox), value) }];
  });
  const kept = boxes.filter(({ isKept }) => isKept).length;
  return (
    <>
      <AreasOnCamera
        camera={camera}
        looks={[
          { name: 'include', label: t('zones.include'), tone: '#3ecf8e' },
          { name: 'exclude', label: t('zones.exclude'), tone: '#ff6b5e' },
        ]}
        value={value}
        onChange={({ include, exclude }) => onChange({ include: bodyOf(include), exclude: bodyOf(exclude) })}
        overlay={
          <>
            {boxes.map(({ id, x, y, width, height, isKept }) => (
              <span
                key={id}
                className={classes.box}
                data-kept={isKept}
                style={{
                  left: `${x * 100}%`,
                  top: `${y * 100}%`,
                  width: `${width * 100}%`,
                  height: `${height * 100}%`,
                }}
              />
            ))}
            {point && <TestPoint point={point} isKept={insideZones(point, value)} onMove={setPoint} />}
          </>
        }
      />
      <div className={classes.tools}>
        <Button
          size="xs"
          variant={point ? 'filled' : 'default'}
          aria-pressed={point !== undefined}
          leftSection={<IconMapPin size={16} />}
          onClick={() => setPoint(point ? undefined : [0.5, 0.5])}
        >
          {t('zones.test')}
        </Button>
        <Text size="sm" role="status">
          {point && t(insideZones(point, value) ? 'zones.pointKept' : 'zones.pointDropped')}
        </Text>
        {boxes.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('zones.reads', { count: boxes.length, kept })}
          </Text>
        )}
      </div>
    </>
  );
}

/** The point that the zones decide about: the centre of the plate's box. */
const centreOf = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Point => [x + width / 2, y + height / 2];

interface TestPointProps {
  point: Point;
  isKept: boolean;
  onMove: (point: Point) => void;
}

/** Dragged, or moved by arrow keys. */
function TestPoint({ point, isKept, onMove }: TestPointProps) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  const isHeld = useRef(false);
  const [x, y] = point;
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    onMove(insideFrame([x + arrow[0] * STEP, y + arrow[1] * STEP]));
  };
  return (
    <button
      ref={button}
      type="button"
      className={classes.point}
      data-kept={isKept}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      aria-label={t('zones.point', { x: Math.round(x * 100), y: Math.round(y * 100) })}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.current = true;
      }}
      onPointerMove={(event) =>
        isHeld.current && onMove(insideFrame(pointIn(button.current?.parentElement ?? null, event)))
      }
      onPointerUp={() => {
        isHeld.current = false;
      }}
      onPointerCancel={() => {
        isHeld.current = false;
      }}
    />
  );
}
