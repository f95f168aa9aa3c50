/** `actuators` is reserved: it can be granted but has no effect yet. */
export const capabilities = ['admin', 'view_plates', 'playback', 'clips', 'export', 'protect', 'actuators'] as const;
export type Capability = (typeof capabilities)[number];

/** An admin has every capability implicitly. */
export const holds = (held: readonly Capability[], wanted: Capability): boolean =>
  held.includes('admin') || held.includes(wanted);
