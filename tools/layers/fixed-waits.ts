const TIME = String.raw`(?:\d[\d_.e]*|[A-Z][A-Z\d_]+)`;

/**
 * The waits of a constant time in a test: `setTimeout` that does nothing but end a promise, and sleeping by any of its names.
 * A turn of the event loop is none, nor a time that is an argument, nor a sleep that a signal ends.
 */
export function fixedWaits(source: string): string[] {
  const promised = [...source.matchAll(/new Promise(?:<[^>]*>)?\(\s*\(?(\w+)/g)].map(([, name = '']) => name);
  const resolvers = [...new Set(['resolve', ...promised])].join('|');
  const wait = new RegExp(
    [
      String.raw`setTimeout\(\s*(?:(?:${resolvers})|\(\) => (?:${resolvers})\(.*\)),\s*${TIME}\s*\)`,
      String.raw`(?<![.\w])(?:sleep|delay|wait)\(\s*${TIME}\s*\)`,
      String.raw`Atomics\.wait\(.*,\s*${TIME}\s*\)`,
      String.raw`\.waitForTimeout\(.*\)`,
    ].join('|'),
    'g',
  );
  return [...source.matchAll(wait)].map(([text]) => text);
}
