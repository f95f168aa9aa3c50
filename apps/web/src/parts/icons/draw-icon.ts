import { createElement, type ReactNode, type SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement> & { size?: number | undefined };
type Icon = (props: IconProps) => ReactNode;

// No JSX: tests in Node load this file.
const iconOf =
  (paths: readonly string[], look: SVGProps<SVGSVGElement>): Icon =>
  ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      { viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': true, ...look, ...rest },
      paths.map((path) => createElement('path', { key: path, d: path })),
    );

/** An icon of lines, on a grid of 24 by 24. */
export const drawIcon = (paths: readonly string[]): Icon =>
  iconOf(paths, {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  });

/** An icon of areas, on the same grid. */
export const drawFilledIcon = (paths: readonly string[]): Icon => iconOf(paths, { fill: 'currentColor' });
