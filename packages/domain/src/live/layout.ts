/** The arrangement of panes: automatic, a fixed number per row, or one large with five around it. */
export const liveLayouts = ['auto', 'single', 'two', 'three', 'four', 'focus'] as const;
export type LiveLayout = (typeof liveLayouts)[number];
