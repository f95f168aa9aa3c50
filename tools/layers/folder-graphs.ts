import { basename } from 'node:path';
import type { Arrows } from './find-cycles.ts';
import { foldersOf } from './folder-fault.ts';

/**
 * The imports between the folders of a package, as one graph for each folder that contains folders. Its nodes are these
 * folders, each with everything in it, and the files beside them, under the name of the containing folder. Each file beside
 * the outermost folders stands for itself: some of them put the folders together, others are used by all.
 */
export function folderGraphs(owner: string, files: Arrows): Arrows[] {
  const graphs = new Map<string, Map<string, string[]>>();
  for (const [file, targets] of files)
    for (const target of targets) {
      const [from, to] = [foldersOf(owner, file), foldersOf(owner, target)];
      // Two files beside the folders have no folder between them: their cycles are cycles of files.
      if (from.length === 0 && to.length === 0) continue;
      const depth = sharedDepth(from, to);
      const inside = from.slice(0, depth).join('/');
      const [source, sink] = [[from, file] as const, [to, target] as const].map(
        ([folders, path]) => folders.slice(0, depth + 1).join('/') || basename(path),
      );
      if (!source || !sink || source === sink) continue;
      const graph = graphs.get(inside) ?? new Map<string, string[]>();
      graphs.set(inside, graph.set(source, [...(graph.get(source) ?? []), sink]));
    }
  return [...graphs.values()];
}

function sharedDepth(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((folder, i) => folder !== b[i]);
  return differs === -1 ? a.length : differs;
}
