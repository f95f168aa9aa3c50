/** `actuators` is reserved: it can be granted and opens nothing yet. */
export const capabilities = ['admin', 'view_plates', 'playback', 'clips', 'export', 'protect', 'actuators'] as const;
export type Capability = (typeof capabilities)[number];

/** An admin holds every capability without being given each. */
export const holds = (held: readonly Capability[], wanted: Capability): boolean =>
  held.includes('admin') || held.includes(wanted);
