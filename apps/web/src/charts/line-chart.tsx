import { type PointerEvent, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import classes from './chart.module.css';
import { areaPath, lastKnown, linePath, niceMax, type Slots } from './line-path.ts';
import { TimeAxis } from './time-axis.tsx';

const HEIGHT = 84;
const DAY_MS = 86_400_000;
const tones = [classes.tone0, classes.tone1, classes.tone2];

interface Line {
  name: string;
  values: Slots;
}

interface LineChartProps {
  title: string;
  lines: readonly Line[];
  startMs: number;
  slotMs: number;
  /** The value at the upper edge, if it does not follow from the values. */
  most?: number | undefined;
  print: (value: number) => string;
}

/** Values over time. It shows the latest ones, or those under the pointer. */
export function LineChart({ title, lines, startMs, slotMs, most, print }: LineChartProps) {
  const { t, format } = useI18n();
  const [pointed, setPointed] = useState<number>();
  const slots = lines[0]?.values.length ?? 0;
  const endMs = startMs + slots * slotMs;
  const frame = { most: most ?? niceMax(lines.map(({ values }) => values)), height: HEIGHT };
  const shown = lines.filter(({ values }) => lastKnown(values) !== null);
  const shownValue = ({ values }: Line) => (pointed === undefined ? lastKnown(values) : (values[pointed] ?? null));
  const timeOf = (ms: number) => (slotMs >= DAY_MS ? format.day(new Date(ms).toISOString()) : format.brief(ms));
  const summary = shown
    .map((line) => {
      const highest = Math.max(...line.values.filter((value) => value !== null));
      return t('chart.summary', { name: line.name, now: print(lastKnown(line.values) ?? 0), most: print(highest) });
    })
    .join(' ');
  const follow = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(slots - 1, Math.floor(((clientX - left) / width) * slots))));
  };
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.head}>
        <h3 className={classes.name}>{title}</h3>
        <span className={classes.values}>
          {pointed !== undefined && <span>{timeOf(startMs + pointed * slotMs)}</span>}
          {shown.map((line) => {
            const value = shownValue(line);
            return (
              <span key={line.name} className={`${classes.value} ${tones[lines.indexOf(line)]}`}>
                {value === null ? '–' : print(value)} {line.name}
              </span>
            );
          })}
        </span>
      </figcaption>
      {shown.length === 0 ? (
        <div className={classes.none}>{t('chart.none')}</div>
      ) : (
        <svg
          viewBox={`0 0 ${slots} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${summary}`}
          onPointerMove={follow}
          onPointerLeave={() => setPointed(undefined)}
        >
          {shown.map((line, index) => (
            <g key={line.name} className={tones[lines.indexOf(line)] ?? ''}>
              {index === 0 && <path className={classes.area} d={areaPath(line.values, frame)} />}
              <path className={classes.line} d={linePath(line.values, frame)} />
            </g>
          ))}
          {pointed !== undefined && (
            <line className={classes.cursor} x1={pointed + 0.5} x2={pointed + 0.5} y1={0} y2={HEIGHT} />
          )}
        </svg>
      )}
      <TimeAxis startMs={startMs} endMs={endMs} print={timeOf} />
    </figure>
  );
}
