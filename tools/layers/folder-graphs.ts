import type { Arrows } from './find-cycles.ts';
import { foldersOf } from './folder-fault.ts';

/**
 * The imports between the folders of a package, as one graph for each folder that contains folders. Its nodes are these
 * folders, each with everything in it, and the files beside them, under the name of the containing folder. Only the files
 * beside the outermost folders are left out: they are where everything is put together.
 */
export function folderGraphs(owner: string, files: Arrows): Arrows[] {
  const graphs = new Map<string, Map<string, string[]>>();
  for (const [file, targets] of files)
    for (const target of targets) {
      const [from, to] = [foldersOf(owner, file), foldersOf(owner, target)];
      const depth = sharedDepth(from, to);
      const inside = from.slice(0, depth).join('/');
      const [source, sink] = [from, to].map((folders) => folders.slice(0, depth + 1).join('/'));
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
