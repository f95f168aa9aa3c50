import { readFileSync } from 'node:fs';
import { redactUrls } from '../log/redact.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: string };

/** `raw` is trimmed and never blank. */
export type Parse<T> = (raw: string) => Parsed<T>;

export interface EnvField<T> {
  /** The meaning of the key for the operator; also printed in the reference page. */
  readonly describe: string;
  /** The accepted values, in words. */
  readonly accepts: string;
  /** The fallback as an operator would write it, or undefined when the key is optional. */
  readonly fallbackText: string | undefined;
  /** True when NAME_FILE may name a file that holds the value. */
  readonly fromFile: boolean;
  read(name: string, source: NodeJS.ProcessEnv): Parsed<T>;
}

const presentIn = (source: NodeJS.ProcessEnv, name: string): string | undefined => {
  const trimmed = source[name]?.trim();
  return trimmed === '' ? undefined : trimmed;
};

const shown = (raw: string) => JSON.stringify(redactUrls(raw.length > 80 ? `${raw.slice(0, 80)}...` : raw));

export const plainField = <T>(options: {
  describe: string;
  accepts: string;
  fallback: T;
  fallbackText: string | undefined;
  inherits?: string | undefined;
  parse: Parse<T>;
}): EnvField<T> => ({
  describe: options.describe,
  accepts: options.accepts,
  fallbackText: options.fallbackText,
  fromFile: false,
  read: (name, source) => {
    const key = presentIn(source, name) === undefined && options.inherits !== undefined ? options.inherits : name;
    const raw = presentIn(source, key);
    if (raw === undefined) return { ok: true, value: options.fallback };
    const parsed = options.parse(raw);
    return parsed.ok ? parsed : { ok: false, fault: `${key}=${shown(raw)} ${parsed.fault}` };
  },
});

/** A secret's value never appears in a fault. */
export const secretField = (options: {
  describe: string;
  accepts: string;
  parse: Parse<string>;
}): EnvField<string | undefined> => ({
  describe: options.describe,
  accepts: options.accepts,
  fallbackText: undefined,
  fromFile: true,
  read: (name, source) => {
    const direct = presentIn(source, name);
    const path = presentIn(source, `${name}_FILE`);
    if (direct !== undefined && path !== undefined)
      return { ok: false, fault: `${name} and ${name}_FILE are both set` };
    if (direct !== undefined) return named(name, options.parse(direct));
    if (path === undefined) return { ok: true, value: undefined };
    const content = readSecretFile(path);
    return named(`${name}_FILE`, content.ok ? options.parse(content.value) : content);
  },
});

const named = <T>(key: string, parsed: Parsed<T>): Parsed<T> =>
  parsed.ok ? parsed : { ok: false, fault: `${key} ${parsed.fault}` };

const readSecretFile = (path: string): Parsed<string> => {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { ok: false, fault: `names an empty file: ${path}` } : { ok: true, value };
  } catch (err) {
    const reason = err instanceof Error && 'code' in err ? String(err.code) : 'unreadable';
    return { ok: false, fault: `names a file that cannot be read (${reason}): ${path}` };
  }
};
