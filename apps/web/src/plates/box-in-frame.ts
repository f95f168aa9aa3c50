import { engineOfSource } from '@holdfast/domain';
import type { PlateRead } from './plate-queries.ts';

/**
 * Where the plate is in the recorded picture of the read's time. A detector's time is when it began to follow the car, and
 * its box belongs to a later picture: there it would mark an empty place.
 */
export const boxInFrame = ({ bbox, source_id }: Pick<PlateRead, 'bbox' | 'source_id'>): PlateRead['bbox'] =>
  engineOfSource(source_id) === 'native-alpr' ? bbox : null;
