import classes from './chart.module.css';

interface TimeAxisProps {
  startMs: number;
  endMs: number;
  print: (epochMs: number) => string;
}

/** Start, middle and end of a chart's time. */
export const TimeAxis = ({ startMs, endMs, print }: TimeAxisProps) => (
  <div className={classes.axis}>
    {[startMs, (startMs + endMs) / 2, endMs].map((ms) => (
      <span key={ms}>{print(ms)}</span>
    ))}
  </div>
);
