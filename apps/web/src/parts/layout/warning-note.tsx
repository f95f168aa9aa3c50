import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons/icons.ts';
import classes from '../parts.module.css';

/** A warning that needs action, with the action. */
export const WarningNote = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.warning}>
    <IconAlertTriangle size={20} aria-hidden />
    <div>
      {children}
      {action}
    </div>
  </div>
);
