import type { HubEntity } from '../../../api/queries.ts';

const plain = (text: string) => text.toLocaleLowerCase().replaceAll(/[_.\s]+/g, ' ');

/** Entities whose name, id or class has all words of the search; those that start with it first. */
export function matchEntities(entities: readonly HubEntity[], search: string): HubEntity[] {
  const words = plain(search).trim().split(' ').filter(Boolean);
  if (words.length === 0) return [...entities];
  const whole = words.join(' ');
  const found = entities.filter(({ entity_id, name, device_class }) => {
    const text = plain(`${name ?? ''} ${entity_id} ${device_class ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const rank = ({ name, entity_id }: HubEntity) =>
    plain(name ?? '').startsWith(whole) || plain(entity_id.slice(entity_id.indexOf('.') + 1)).startsWith(whole) ? 0 : 1;
  return found
    .map((entity, i) => ({ entity, i }))
    .sort((a, b) => rank(a.entity) - rank(b.entity) || a.i - b.i)
    .map(({ entity }) => entity);
}
