import type { DeviceStream } from '../../api/queries.ts';

/** A stream in a line: its name, size and codec, as far as the camera tells. */
export const streamLabel = ({ name, width, height, codec }: DeviceStream): string =>
  [name, width !== null && height !== null ? `${width}×${height}` : '', codec ?? '']
    .filter((part) => part !== '')
    .join(', ');
