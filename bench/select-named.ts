/** `recorder` selects `recorder` itself and everything that starts with it as a word: `recorder-timeline`. */
const isMeant = (name: string, asked: string): boolean => name === asked || name.startsWith(`${asked}-`);

export type Selection = { kind: 'names'; names: string[] } | { kind: 'unknown'; asked: string[] };

/** All if nothing is named. */
export function selectNamed(names: readonly string[], asked: readonly string[]): Selection {
  const unknown = asked.filter((one) => !names.some((name) => isMeant(name, one)));
  if (unknown.length > 0) return { kind: 'unknown', asked: unknown };
  const isWanted = (name: string) => asked.length === 0 || asked.some((one) => isMeant(name, one));
  return { kind: 'names', names: names.filter(isWanted) };
}
