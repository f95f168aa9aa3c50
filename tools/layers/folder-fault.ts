import { folderOrder } from './folder-order.ts';
import { separateFolders } from './rules.ts';

/** Why the folders of one package do not allow an import; undefined if they do. */
export const folderFault = (owner: string, file: string, target: string): string | undefined =>
  separateFault(owner, file, target) ?? orderFault(owner, file, target);

function orderFault(owner: string, file: string, target: string): string | undefined {
  const order = folderOrder[owner];
  if (order === undefined) return undefined;
  const [from, to] = [firstFolderOf(owner, file), firstFolderOf(owner, target)];
  if (from === undefined || to === undefined) return undefined;
  for (const folder of [from, to])
    if (!order.includes(folder)) return `${owner} has a folder ${folder} that is missing in the folder order`;
  return order.indexOf(to) > order.indexOf(from) ? `${from} may not import ${to}, which is above it` : undefined;
}

function separateFault(owner: string, file: string, target: string): string | undefined {
  const [from, to] = [foldersOf(owner, file), foldersOf(owner, target)];
  const [first, own] = to;
  const isSeparate = own !== undefined && first === separateFolders[owner];
  if (!isSeparate || from.length === 0 || (from[0] === first && from[1] === own)) return undefined;
  return `${from.join('/')} may not import ${first}/${own}: only files outside all folders do`;
}

/** Files outside the folders, such as the index, have none. */
const firstFolderOf = (owner: string, file: string): string | undefined => foldersOf(owner, file)[0];

/** The folders that a file is in, from the outside in. */
export const foldersOf = (owner: string, file: string): string[] =>
  file.slice(`${owner}/src/`.length).split('/').slice(0, -1);
