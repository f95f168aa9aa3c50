import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Phones and tablets: fingers, and neither mouse nor keyboard. */
export const useTouchOnly = (): boolean =>
  useMediaQuery('(hover: none) and (pointer: coarse)', undefined, { getInitialValueInEffect: false });

/** What is said about keys and pointer where there are some, and the words for fingers elsewhere. */
export const ByInput = ({ keys, touch }: { keys: ReactNode; touch?: ReactNode }) => (useTouchOnly() ? touch : keys);
