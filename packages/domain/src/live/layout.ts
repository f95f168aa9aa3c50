/** How panes stand beside each other: as many as there are, or so many in a row, or one large with five around it. */
export const liveLayouts = ['auto', 'single', 'two', 'three', 'four', 'focus'] as const;
export type LiveLayout = (typeof liveLayouts)[number];
