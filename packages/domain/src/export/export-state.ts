/** `cancelled`, `failed` and `expired` keep their row for a while, so that people see what became of their request. */
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];
