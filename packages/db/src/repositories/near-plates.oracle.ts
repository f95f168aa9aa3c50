// The rule of fuzzy search as a plain reference for tests. It shares no code with the implementation.

const LOOK_ALIKES = ['0OD', '1I', '8B', '5S', '2Z', '6G'];
const fold = (plate: string) =>
  [...plate].map((letter) => LOOK_ALIKES.find((group) => group.includes(letter))?.charAt(0) ?? letter).join('');

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const costs = [row + 1];
    for (const [column, other] of [...b].entries())
      costs.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (costs[column] ?? 0) + 1,
          (above[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    above = costs;
  }
  return above[b.length] ?? 0;
}

/** Two blanks before and one after, as pg_trgm pads a word. */
function trigrams(text: string): Set<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

function similarity(a: string, b: string): number {
  const [ofA, ofB] = [trigrams(a), trigrams(b)];
  const shared = ofA.intersection(ofB).size;
  return shared / (ofA.size + ofB.size - shared);
}

export interface KnownRead {
  id: string;
  plate: string;
  tsMs: number;
}

/** Every read that a fuzzy search should find, in its order. */
export function slowNearReads<Read extends KnownRead>(
  reads: readonly Read[],
  query: string,
): (Read & { distance: number })[] {
  const edits = query.length >= 7 ? 2 : 1;
  return reads
    .map((read) => ({ ...read, distance: editDistance(fold(read.plate), fold(query)) }))
    .filter(({ plate, distance }) => distance <= edits || similarity(fold(plate), fold(query)) >= 0.3)
    .sort((a, b) => a.distance - b.distance || b.tsMs - a.tsMs || (a.id < b.id ? 1 : -1));
}
