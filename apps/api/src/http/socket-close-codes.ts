/** Why the server closes a WebSocket. */
export const closeCodes = { restart: 1012, tooSlow: 1013, tooMany: 4429, noAccess: 4403 } as const;
