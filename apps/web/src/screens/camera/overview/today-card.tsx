import { holds } from '@holdfast/domain';
import { addDays, createZone, familyOf, startOfDay } from '@holdfast/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/api.ts';
import { type Camera, queries } from '../../../api/queries.ts';
import { playbackAt, playbackNow } from '../../../footage/playback-link.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { IconPlayerPlay } from '../../../parts/icons/icons.ts';
import { Card } from '../../../parts/layout/card.tsx';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { hourMarks, recordedMs, stripPieces } from './day-strip.ts';
import classes from './overview.module.css';

const EVERY_MS = 30_000;
const RESOLUTION_MS = 60_000;
const HOUR_MS = 3_600_000;
const zone = createZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Footage since midnight, with links to playback. */
export function TodayCard({ camera }: { camera: Camera }) {
  const { t, format } = useI18n();
  const me = useQuery(queries.me);
  const mayPlayBack = me.data !== undefined && holds(me.data.capabilities, 'playback');
  const startMs = startOfDay(zone, Date.now());
  const day = { startMs, endMs: addDays(zone, startMs, 1) };
  const timeline = useQuery({
    queryKey: ['timeline', 'today', camera.id, startMs],
    queryFn: () =>
      api.timeline.get({
        query: {
          camera_ids: [camera.id],
          start: new Date(day.startMs).toISOString(),
          end: new Date(day.endMs).toISOString(),
          resolution_ms: RESOLUTION_MS,
        },
      }),
    refetchInterval: EVERY_MS,
  });
  const toPlayback = mayPlayBack && (
    <Button
      variant="light"
      leftSection={<IconPlayerPlay size={18} />}
      renderRoot={(props) => <Link {...props} {...playbackNow(camera.id, Date.now())} />}
    >
      {t('overview.toPlayback')}
    </Button>
  );
  return (
    <Card title={t('overview.today')} lead={mayPlayBack ? t('overview.todayLead') : undefined} aside={toPlayback}>
      <Loaded query={timeline}>
        {({ cameras: [lane] }) => {
          const hours = recordedMs(lane?.runs ?? [], day) / HOUR_MS;
          return (
            <>
              <Strip
                camera={camera}
                day={day}
                runs={lane?.runs ?? []}
                motion={lane?.motion ?? []}
                gaps={lane?.gaps ?? []}
                canOpen={mayPlayBack}
              />
              <p className={classes.sum}>
                <span>
                  {hours > 0 ? t('overview.recordedToday', { span: format.about(hours) }) : t('overview.nothingToday')}
                </span>
                <span className={classes.zone}>{format.zone()}</span>
              </p>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

type Runs = readonly { start: string; end: string }[];

interface StripProps {
  camera: Camera;
  day: { startMs: number; endMs: number };
  runs: Runs;
  motion: Runs;
  gaps: readonly { start: string; end: string; reason: keyof typeof familyOf }[];
  canOpen: boolean;
}

function Strip({ camera, day, runs, motion, gaps, canOpen }: StripProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const faults = gaps.filter(({ reason }) => familyOf[reason] === 'away' || familyOf[reason] === 'fault');
  const now = (Date.now() - day.startMs) / (day.endMs - day.startMs);
  const bands = [
    [classes.gap, stripPieces(faults, day), 4, 20],
    [classes.run, stripPieces(runs, day), 0, 28],
    [classes.motion, stripPieces(motion, day), 18, 10],
  ] as const;
  return (
    <div className={classes.strip}>
      <button
        type="button"
        className={classes.stripButton}
        aria-label={t('overview.strip')}
        disabled={!canOpen}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const at = day.startMs + ((event.clientX - box.left) / box.width) * (day.endMs - day.startMs);
          // A key press has no position in the strip.
          void navigate(event.detail === 0 ? playbackNow(camera.id, Date.now()) : playbackAt(camera.id, at));
        }}
      >
        <svg viewBox="0 0 1 28" preserveAspectRatio="none" aria-hidden>
          {bands.map(([className, pieces, y, height]) =>
            pieces.map(({ from, to }) => (
              <rect
                key={`${className} ${from}`}
                className={className}
                x={from}
                y={y}
                width={to - from}
                height={height}
              />
            )),
          )}
          <rect className={classes.now} x={now} y={0} width={0.0015} height={28} />
        </svg>
      </button>
      <div className={classes.hours} aria-hidden>
        {hourMarks(zone, day).map(({ hour, at }) => (
          <span key={hour} style={{ left: `${at * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  );
}
