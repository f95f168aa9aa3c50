import { roomOrder } from './rules.ts';

/** Why an import within one package violates the order of its rooms; undefined if it does not. */
export function roomFault(owner: string, file: string, target: string): string | undefined {
  const order = roomOrder[owner];
  if (order === undefined) return undefined;
  const [from, to] = [roomOf(owner, file), roomOf(owner, target)];
  if (from === undefined || to === undefined) return undefined;
  for (const room of [from, to])
    if (!order.includes(room)) return `${owner} has a room ${room} without a place in the order of rooms`;
  return order.indexOf(to) > order.indexOf(from) ? `${from} may not import ${to}, which stands above it` : undefined;
}

/** Files outside the rooms, such as the index, have none. */
export function roomOf(owner: string, file: string): string | undefined {
  const [room, ...rest] = file.slice(`${owner}/src/`.length).split('/');
  return rest.length > 0 ? room : undefined;
}
