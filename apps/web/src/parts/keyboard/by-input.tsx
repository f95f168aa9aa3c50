import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Devices with touch as their only input: phones and tablets. */
export const useTouchOnly = (): boolean =>
  useMediaQuery('(hover: none) and (pointer: coarse)', undefined, { getInitialValueInEffect: false });

/** Shows `keys` on devices with keyboard and pointer, and `touch` on those with touch only. */
export const ByInput = ({ keys, touch }: { keys: ReactNode; touch?: ReactNode }) => (useTouchOnly() ? touch : keys);
