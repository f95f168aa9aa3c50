import { folderOrder } from './rules.ts';

/** Why an import within one package violates the order of its folders; undefined if it does not. */
export function folderFault(owner: string, file: string, target: string): string | undefined {
  const order = folderOrder[owner];
  if (order === undefined) return undefined;
  const [from, to] = [folderOf(owner, file), folderOf(owner, target)];
  if (from === undefined || to === undefined) return undefined;
  for (const folder of [from, to])
    if (!order.includes(folder)) return `${owner} has a folder ${folder} that is missing in the folder order`;
  return order.indexOf(to) > order.indexOf(from) ? `${from} may not import ${to}, which is above it` : undefined;
}

/** Files outside the folders, such as the index, have none. */
export function folderOf(owner: string, file: string): string | undefined {
  const [folder, ...rest] = file.slice(`${owner}/src/`.length).split('/');
  return rest.length > 0 ? folder : undefined;
}
