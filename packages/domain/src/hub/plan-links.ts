/** A requested link. An omitted field is unchanged in a known link and empty in a new one. An empty label clears it. */
export interface WantedLink {
  entityId: string;
  role: string;
  deviceClass?: string | null | undefined;
  label?: string | undefined;
}

export interface KnownLink {
  id: string;
  entityId: string;
  role: string;
  deviceClass: string | null;
  label: string | null;
}

export interface LinkPlan {
  /** Links that stay, with their id, placement and style. */
  keep: (KnownLink & { position: number })[];
  add: (Omit<KnownLink, 'id'> & { position: number })[];
  remove: string[];
}

/** Replaces a camera's links: an entity that stays linked keeps its link. */
export function planLinks(known: readonly KnownLink[], wanted: readonly WantedLink[]): LinkPlan {
  const plan: LinkPlan = { keep: [], add: [], remove: [] };
  const ofEntity = new Map(known.map((link) => [link.entityId, link]));
  wanted.forEach(({ entityId, role, deviceClass, label }, position) => {
    const before = ofEntity.get(entityId);
    const fields = {
      entityId,
      role,
      deviceClass: deviceClass === undefined ? (before?.deviceClass ?? null) : deviceClass,
      label: captionOf(before?.label ?? null, label),
      position,
    };
    if (before) plan.keep.push({ ...fields, id: before.id });
    else plan.add.push(fields);
    ofEntity.delete(entityId);
  });
  plan.remove = [...ofEntity.values()].map(({ id }) => id);
  return plan;
}

/** Omitted: unchanged. Empty: none. */
export const captionOf = (before: string | null, sent: string | undefined): string | null =>
  sent === undefined ? before : sent === '' ? null : sent;
