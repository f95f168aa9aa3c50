import { MAX_PLATE_LENGTH, MAX_RAW_PLATE_LENGTH, type Plate, type PlateFault, parsePlate } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

export const plateFaultSentences: Record<PlateFault, string> = {
  'no-letters-or-digits': 'has no letter A-Z and no digit',
  'too-long': `is longer than ${MAX_PLATE_LENGTH} letters and digits, or ${MAX_RAW_PLATE_LENGTH} characters in all`,
};

/** A plate from a caller, normalized, or the refusal of that field. */
export function requirePlate(raw: string, pointer: string): Plate {
  const parsed = parsePlate(raw);
  if (parsed.kind === 'refused') throw invalidField(pointer, plateFaultSentences[parsed.reason]);
  return parsed.plate;
}
