/** A graph as adjacency lists. */
export type Arrows = ReadonlyMap<string, readonly string[]>;

/** Circles as their nodes in order: a shortest one through each node that is in none of the previous ones. */
export function findCircles(arrows: Arrows): string[][] {
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const node of [...arrows.keys()].sort()) {
    if (seen.has(node)) continue;
    const circle = shortestWay(arrows, { from: node, to: node });
    if (circle === undefined) continue;
    circles.push(circle);
    for (const member of circle) seen.add(member);
  }
  return circles;
}

/** Breadth first, at least one edge long; without the end itself. */
function shortestWay(arrows: Arrows, { from, to }: { from: string; to: string }): string[] | undefined {
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
