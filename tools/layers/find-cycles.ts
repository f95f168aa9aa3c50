/** A graph as adjacency lists. */
export type Arrows = ReadonlyMap<string, readonly string[]>;

/** Cycles as their nodes in order: a shortest one through each node that is in none of the previous ones. */
export function findCycles(arrows: Arrows): string[][] {
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const node of [...arrows.keys()].sort()) {
    if (seen.has(node)) continue;
    const cycle = shortestPath(arrows, { from: node, to: node });
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const member of cycle) seen.add(member);
  }
  return cycles;
}

/** Breadth first, at least one edge long; without the end itself. */
function shortestPath(arrows: Arrows, { from, to }: { from: string; to: string }): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of arrows.get(node) ?? []) {
      if (next === to) return wayBack(cameFrom, { from, last: node });
      if (cameFrom.has(next) || next === from) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<string, string>, { from, last }: { from: string; last: string }): string[] {
  const way = [last];
  for (let node = last; node !== from; ) {
    node = cameFrom.get(node) ?? from;
    way.unshift(node);
  }
  return way;
}
