type Feature = 'motion' | 'clips' | 'builtInReader';

/**
 * Features that work. The controls of the others are hidden, except where something already uses them because it was set
 * through the API. A feature that lands changes its line here.
 */
export const features: Readonly<Record<Feature, boolean>> = {
  /** Recording on motion, and the motion tab of a camera. */
  motion: true,
  /** Clips of events: their settings and the permission to watch them. */
  clips: true,
  /** The built-in plate reader and its zones. */
  builtInReader: true,
};
