import type { EnvFields } from '@holdfast/kit';

export type EnvSummary = Record<string, string | number | boolean>;

/** The keys that are set. A text may be a secret, an address or a name, so only numbers and switches are shown. */
export function describeEnv(fields: EnvFields, values: Readonly<Record<string, unknown>>): EnvSummary {
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((name) => [name, shown(values[name])]),
  );
}

function shown(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return `${value.length} set`;
  return value === undefined ? 'unset' : 'set';
}
