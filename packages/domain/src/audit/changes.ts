type Scalar = string | number | boolean | null;
export type AuditValue = Scalar | readonly string[];
/** The old and the new value of a field; null where the values are not recorded. */
export type AuditChanges = Record<string, readonly [AuditValue, AuditValue] | null>;

interface Edit {
  /** The object as the API presents it to an administrator, so without its secrets. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  /** The body of the request. Of fields that are never presented, such as a password, only the name is recorded. */
  sent?: Readonly<Record<string, unknown>>;
  /** Fields whose values are not recorded, or all. */
  withheld?: readonly string[] | 'all';
}

const MOST_FIELDS = 60;
const MOST_CHARACTERS = 200;
const LOGIN_IN_ADDRESS = /:\/\/[^/]*@/;

/** The fields that an edit changed, with their values where those are short and harmless. */
export function auditChanges({ before, after, sent = {}, withheld = [] }: Edit): AuditChanges {
  const changed = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  const unseen = Object.keys(sent).filter((field) => sent[field] !== undefined && !Object.hasOwn(after, field));
  const valuesOf = (field: string): AuditChanges[string] => {
    if (withheld === 'all' || withheld.includes(field)) return null;
    const [from, to] = [noted(before[field]), noted(after[field])];
    return from === undefined || to === undefined ? null : [from, to];
  };
  return Object.fromEntries([
    ...changed.slice(0, MOST_FIELDS).map((field) => [field, valuesOf(field)]),
    ...unseen.slice(0, MOST_FIELDS).map((field) => [field, null]),
  ]);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Undefined for a value that is too long, nested, or an address with a login in it. */
function noted(value: unknown): AuditValue | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value === 'string')
    return value.length > MOST_CHARACTERS || LOGIN_IN_ADDRESS.test(value) ? undefined : value;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return undefined;
  return value.join('').length > MOST_CHARACTERS || value.some((one) => LOGIN_IN_ADDRESS.test(one)) ? undefined : value;
}
