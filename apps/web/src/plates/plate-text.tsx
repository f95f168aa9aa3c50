import classes from './plates.module.css';

/** A plate as it was read; letters and digits stay apart at any size. */
export const PlateText = ({ plate, isLarge = false }: { plate: string; isLarge?: boolean }) => (
  <span className={`${classes.plate} ${isLarge ? classes.plateLarge : ''}`}>{plate}</span>
);
