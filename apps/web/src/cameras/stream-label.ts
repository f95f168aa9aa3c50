import type { DeviceStream } from '../api/queries.ts';
import { codecName } from './codec-name.ts';

/** Name, size and codec of a stream, as far as the camera reports them. */
export const streamLabel = ({ name, width, height, codec }: DeviceStream): string =>
  [name, width !== null && height !== null ? `${width}×${height}` : '', codec === null ? '' : codecName(codec)]
    .filter((part) => part !== '')
    .join(', ');
