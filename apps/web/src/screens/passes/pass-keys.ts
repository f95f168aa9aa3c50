/** What a key does with the chosen pass. */
export type PassCommand =
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'take'; side: 'native' | 'external' }
  | { kind: 'type' };

const commands = new Map<string, PassCommand>(
  Object.entries({
    j: { kind: 'move', by: 1 },
    k: { kind: 'move', by: -1 },
    '1': { kind: 'take', side: 'native' },
    '2': { kind: 'take', side: 'external' },
    e: { kind: 'type' },
  }),
);

/** With Caps Lock on, too. */
export const passCommand = (key: string): PassCommand | undefined =>
  commands.get(key.length === 1 ? key.toLowerCase() : key);

/** The place in the list after a move; stays at its ends. */
export const movedIndex = (index: number, by: number, length: number): number =>
  Math.min(Math.max(0, length - 1), Math.max(0, index + by));

/** The pass after the confirmed one, or the same at the end of the list. */
export function nextPass(ids: readonly string[], id: string | undefined): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at]);
}

interface Listed {
  id: string;
  ts: string;
}

/**
 * The chosen pass, or the one nearest in time when it has left the list: it was confirmed and is filtered out, or a
 * reading joined it. The first of the list when none was chosen.
 */
export function chosenPass<Pass extends Listed>(passes: readonly Pass[], chosen: Listed | undefined): Pass | undefined {
  if (!chosen) return passes[0];
  const distance = ({ ts }: Listed) => Math.abs(Date.parse(ts) - Date.parse(chosen.ts));
  return passes.find(({ id }) => id === chosen.id) ?? passes.toSorted((a, b) => distance(a) - distance(b))[0];
}
