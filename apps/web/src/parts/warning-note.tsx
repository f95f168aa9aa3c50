import type { ReactNode } from 'react';
import { IconAlertTriangle } from './icons.ts';
import classes from './parts.module.css';

/** Something that needs a person: what it is, and the way on. */
export const WarningNote = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.warning}>
    <IconAlertTriangle size={20} aria-hidden />
    <div>
      {children}
      {action}
    </div>
  </div>
);
