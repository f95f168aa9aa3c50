import { type Reason, reasonCode } from '../reason/reason.ts';
import { MAX_PLATE_LENGTH, type PlateFault } from './plate.ts';

export const plateFaultReason = (fault: PlateFault): Reason =>
  fault === 'too-long'
    ? reasonCode('plate-too-long', { limit: MAX_PLATE_LENGTH })
    : reasonCode('plate-without-characters');
