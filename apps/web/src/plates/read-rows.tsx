import { useDeferredValue } from 'react';
import { useCameraName } from '../footage/use-camera-name.ts';
import parts from '../parts/parts.module.css';
import type { PlateRead } from './plate-queries.ts';
import { ReadRow } from './read-row.tsx';
import { rowsAtOnce } from './rows-at-once.ts';

interface ReadRowsProps {
  label: string;
  reads: readonly PlateRead[];
  canPlay: boolean;
  /** Of a list about one plate. */
  withoutPlate?: boolean;
}

const NONE: readonly PlateRead[] = [];

/** A list of reads. Rows below the visible ones are drawn afterwards; the next key of a search interrupts that. */
export function ReadRows({ label, reads, canPlay, withoutPlate = false }: ReadRowsProps) {
  const cameraName = useCameraName();
  const drawn = useDeferredValue(reads, NONE);
  return (
    <ul className={parts.rows} aria-label={label}>
      {rowsAtOnce(reads, drawn).map((read) => (
        <ReadRow
          key={read.id}
          read={read}
          camera={cameraName(read.camera_id)}
          canPlay={canPlay}
          withoutPlate={withoutPlate}
        />
      ))}
    </ul>
  );
}
