/** A sentence with `{placeholders}`, or one per plural form. */
export type Message = string | { one: string; other: string };
export type Messages = Readonly<Record<string, Message>>;

type PlacesIn<S extends string> = S extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesIn<Rest> : never;

/** The names of a message's placeholders; a plural always has `count`. */
export type PlacesOf<M> = M extends string
  ? PlacesIn<M>
  : M extends { one: infer One extends string; other: infer Other extends string }
    ? 'count' | PlacesIn<One> | PlacesIn<Other>
    : never;

/** A translation has the same keys as the first language, and plurals for the same messages. */
export type TranslationOf<M extends Messages> = {
  readonly [K in keyof M]: M[K] extends string ? string : { one: string; other: string };
};
