import { cleanName } from '@holdfast/domain';

type Normalizer = (value: unknown) => unknown;

interface SchemaNode {
  format?: string;
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  allOf?: SchemaNode[];
  anyOf?: SchemaNode[];
}

const onText =
  (change: (text: string) => string): Normalizer =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

/** Normalizes values that have several notations, by the format in the schema. */
const formats: Record<string, Normalizer> = {
  uuid: onText((text) => text.toLowerCase()),
  name: onText(cleanName),
};

/**
 * Compiled once per schema; undefined if nothing in it has several notations. Runs before validation, so that equal ids count
 * as equal.
 */
export function compileNormalizer(schema: unknown): Normalizer | undefined {
  const { format, items, properties, allOf = [], anyOf = [] } = schema as SchemaNode;
  const steps = [
    format === undefined ? undefined : formats[format],
    items && onItems(compileNormalizer(items)),
    properties && onProperties(properties),
    ...[...allOf, ...anyOf].map(compileNormalizer),
  ].filter((step) => step !== undefined);
  if (steps.length === 0) return undefined;
  return (value) => steps.reduce((current, step) => step(current), value);
}

function onItems(item: Normalizer | undefined): Normalizer | undefined {
  if (!item) return undefined;
  // A query with a single list item is not a list yet.
  return (value) => (Array.isArray(value) ? value.map(item) : item(value));
}

function onProperties(properties: Record<string, SchemaNode>): Normalizer | undefined {
  const changed = Object.entries(properties)
    .map(([name, node]) => [name, compileNormalizer(node)] as const)
    .filter((entry): entry is readonly [string, Normalizer] => entry[1] !== undefined);
  if (changed.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = value as Record<string, unknown>;
    for (const [name, normalize] of changed) if (Object.hasOwn(fields, name)) fields[name] = normalize(fields[name]);
    return fields;
  };
}
