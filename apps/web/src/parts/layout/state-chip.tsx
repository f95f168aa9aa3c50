import type { ReactNode } from 'react';
import classes from '../parts.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'idle';

/** A state as text; the colour only repeats it. */
export const StateChip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${classes.state} ${classes[tone]}`}>{children}</span>
);
