import { ExitWith, exitCodes } from '../process/exit-with.ts';
import { type EnvField, type Parsed, plainField, secretField } from './env-field.ts';

export type { EnvField } from './env-field.ts';

export type EnvFields = Readonly<Record<string, EnvField<unknown>>>;
export type EnvOf<F extends EnvFields> = { readonly [K in keyof F]: F[K] extends EnvField<infer T> ? T : never };

export class EnvFaults extends Error {
  override readonly name = 'EnvFaults';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Reads every field and throws all faults together. Blank means unset, before any conversion. */
export const readEnv = <F extends EnvFields>(source: NodeJS.ProcessEnv, fields: F): EnvOf<F> => {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const parsed = field.read(name, source);
    if (parsed.ok) values[name] = parsed.value;
    else faults.push(parsed.fault);
  }
  if (faults.length > 0) throw new EnvFaults(faults);
  return values as EnvOf<F>;
};

/** Removes the secrets once they were read, so that tools that the process starts do not inherit them. */
export const removeSecrets = (source: NodeJS.ProcessEnv, fields: EnvFields): void => {
  for (const [name, { fromFile }] of Object.entries(fields)) if (fromFile) delete source[name];
};

/** Runs `read`. On faults prints one line for each and exits with 78, or with the exit code of the fault. */
export const exitOnEnvFaults = <T>(read: () => T): T => {
  const exit = (err: unknown): never => {
    if (err instanceof ExitWith) {
      process.stderr.write(`${err.message}\n`);
      process.exit(err.exitCode);
    }
    if (!(err instanceof EnvFaults)) throw err;
    process.stderr.write(err.faults.map((fault) => `environment: ${fault}\n`).join(''));
    process.exit(exitCodes.badConfig);
  };
  try {
    const env = read();
    return env instanceof Promise ? (env.catch(exit) as T) : env;
  } catch (err) {
    return exit(err);
  }
};

const ok = <T>(value: T): Parsed<T> => ({ ok: true, value });
const refuse = (fault: string): { ok: false; fault: string } => ({ ok: false, fault });

/** Without a fallback the key is optional: `F` is then undefined and joins the value's type. */
interface FieldOptions<F> {
  describe: string;
  fallback?: F;
}

const common = <F>(options: FieldOptions<F>, accepts: string, fallbackText = options.fallback) => ({
  describe: options.describe,
  accepts,
  fallback: options.fallback as F,
  fallbackText: fallbackText === undefined ? undefined : String(fallbackText),
});

export const integer = <F extends number | undefined = undefined>(
  options: FieldOptions<F> & { min?: number; max?: number },
): EnvField<number | F> => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  const range = [
    options.min === undefined ? '' : ` from ${options.min}`,
    options.max === undefined ? '' : ` to ${options.max}`,
  ].join('');
  const accepts = `a whole number${range}`;
  return plainField<number | F>({
    ...common(options, accepts),
    parse: (raw) => {
      const value = Number(raw);
      if (!/^[+-]?\d+$/.test(raw) || !Number.isSafeInteger(value) || value < min || value > max)
        return refuse(`is not ${accepts}`);
      return ok(value);
    },
  });
};

export const text = <F extends string | undefined = undefined>(
  options: FieldOptions<F> & { pattern?: RegExp; accepts?: string },
): EnvField<string | F> => {
  const accepts = options.accepts ?? (options.pattern ? `text that matches ${options.pattern}` : 'text');
  return plainField<string | F>({
    ...common(options, accepts),
    parse: (raw) => (options.pattern && !options.pattern.test(raw) ? refuse(`is not ${accepts}`) : ok(raw)),
  });
};

/** `first-last`, with more than one port. */
export const portRange = (options: { describe: string }): EnvField<{ first: number; last: number } | undefined> => {
  const accepts = 'a range of ports such as 50000-50199';
  return plainField<{ first: number; last: number } | undefined>({
    ...common<undefined>(options, accepts),
    parse: (raw) => {
      const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(raw) ?? []).map(Number);
      const isRange = first !== undefined && last !== undefined && first > 0 && first < last && last <= 65_535;
      return isRange ? ok({ first, last }) : refuse(`is not ${accepts}`);
    },
  });
};

const flagWords: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

export const flag = <F extends boolean | undefined = undefined>(options: FieldOptions<F>): EnvField<boolean | F> =>
  plainField<boolean | F>({
    ...common(options, 'true or false'),
    parse: (raw) => {
      const word = raw.toLowerCase();
      const value = Object.hasOwn(flagWords, word) ? flagWords[word] : undefined;
      return value === undefined ? refuse('is not true or false') : ok(value);
    },
  });

export const oneOf = <const V extends string, const F extends V | undefined = undefined>(
  values: readonly V[],
  options: FieldOptions<F>,
): EnvField<V | F> => {
  const accepts = `one of ${values.join(', ')}`;
  return plainField<V | F>({
    ...common(options, accepts),
    parse: (raw) => {
      const value = values.find((candidate) => candidate === raw);
      return value === undefined ? refuse(`is not ${accepts}`) : ok(value);
    },
  });
};

/** `fits` validates one item. */
export const list = <F extends readonly string[] | undefined = undefined>(
  options: FieldOptions<F> & { fits?: (item: string) => boolean; accepts?: string },
): EnvField<readonly string[] | F> => {
  const accepts = options.accepts ?? 'words separated by commas';
  return plainField<readonly string[] | F>({
    describe: options.describe,
    accepts,
    fallback: options.fallback as F,
    fallbackText: options.fallback?.join(','),
    parse: (raw) => {
      const items = raw
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      const { fits } = options;
      const odd = fits && items.find((item) => !fits(item));
      return odd === undefined ? ok(items) : refuse(`holds ${JSON.stringify(odd)} and is not ${accepts}`);
    },
  });
};

/** `inherits` names another key to read when this one is unset, as RECORDER_TZ does with TZ. */
export const timeZone = <F extends string | undefined = undefined>(
  options: FieldOptions<F> & { inherits?: string },
): EnvField<string | F> =>
  plainField<string | F>({
    ...common(options, 'an IANA time zone such as Europe/Berlin'),
    inherits: options.inherits,
    parse: (raw) => {
      // The C library writes zone names with a leading colon.
      const name = raw.replace(/^:/, '');
      try {
        new Intl.DateTimeFormat('en', { timeZone: name });
        return ok(name);
      } catch {
        return refuse('is not an IANA time zone such as Europe/Berlin');
      }
    },
  });

/** Read from NAME or from the file that NAME_FILE names; both set is a fault. */
export const secret = (options: {
  describe: string;
  minBytes?: number;
  /** For text that people type: a letter outside ASCII is one character and several bytes. */
  minCharacters?: number;
  pattern?: RegExp;
  fits?: (raw: string) => boolean;
  accepts?: string;
}): EnvField<string | undefined> => {
  const { minBytes, minCharacters, pattern, fits } = options;
  const least =
    minBytes !== undefined ? `${minBytes} bytes` : minCharacters !== undefined && `${minCharacters} characters`;
  const accepts = options.accepts ?? (least ? `at least ${least}` : 'text');
  const isShort = (raw: string) => Buffer.byteLength(raw) < (minBytes ?? 0) || [...raw].length < (minCharacters ?? 0);
  return secretField({
    describe: options.describe,
    accepts,
    parse: (raw) => {
      if (isShort(raw)) return refuse(`is shorter than ${least}`);
      const isOdd = (pattern && !pattern.test(raw)) || (fits && !fits(raw));
      return isOdd ? refuse(`is not ${accepts}`) : ok(raw);
    },
  });
};
