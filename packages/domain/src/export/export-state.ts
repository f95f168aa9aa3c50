/** Rows that are `cancelled`, `failed` or `expired` are kept for a while, so that users see what happened to their request. */
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];
