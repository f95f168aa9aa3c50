import { Link } from '@tanstack/react-router';
import classes from './shell.module.css';

export const Brand = () => (
  <Link to="/live" className={classes.brand} activeProps={{}}>
    <img src={`${import.meta.env.BASE_URL}logo.svg`} alt="" />
    Holdfast
  </Link>
);
