type WithPrefix<P extends string, T> = { readonly [K in keyof T & string as `${P}.${K}`]: T[K] };

/** The sentences of a table as messages of the console. */
export const withPrefix = <P extends string, T extends Readonly<Record<string, string>>>(prefix: P, table: T) =>
  Object.fromEntries(Object.entries(table).map(([key, sentence]) => [`${prefix}.${key}`, sentence])) as WithPrefix<
    P,
    T
  >;
