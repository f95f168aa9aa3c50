import { type Plate, parsePlate, plateFaultReason } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

/** A plate from a caller, normalized, or the refusal of that field. */
export function requirePlate(raw: string, pointer: string): Plate {
  const parsed = parsePlate(raw);
  if (parsed.kind === 'refused') throw invalidField(pointer, plateFaultReason(parsed.reason));
  return parsed.plate;
}
