/** Upper case, A-Z and 0-9 only, never empty, never longer than MAX_PLATE_LENGTH: proof that the text was normalized. */
export type Plate = string & { readonly __brand: 'Plate' };

// The longest registrations in use have about a dozen characters; a bound keeps every edit distance cheap.
export const MAX_PLATE_LENGTH = 32;
export const MAX_RAW_PLATE_LENGTH = 128;

export type PlateFault = 'no-letters-or-digits' | 'too-long';
export type ParsedPlate = { kind: 'plate'; plate: Plate } | { kind: 'refused'; reason: PlateFault };

/** Parses untrusted text. Nothing is truncated: a truncated plate would be another car's plate. */
export function parsePlate(raw: string): ParsedPlate {
  if (raw.length > MAX_RAW_PLATE_LENGTH) return { kind: 'refused', reason: 'too-long' };
  const kept = raw.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (kept === '') return { kind: 'refused', reason: 'no-letters-or-digits' };
  if (kept.length > MAX_PLATE_LENGTH) return { kind: 'refused', reason: 'too-long' };
  return { kind: 'plate', plate: kept as Plate };
}

/** For text that is known to be a plate (a stored row, a literal); throws on anything parsePlate refuses. */
export function toPlate(raw: string): Plate {
  const parsed = parsePlate(raw);
  if (parsed.kind === 'refused') throw new RangeError(`not a plate: ${parsed.reason}`);
  return parsed.plate;
}
