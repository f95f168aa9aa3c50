/** Limits for every buffer that a peer can fill; a peer that exceeds one is disconnected. */
export const rtspLimits = {
  headBytes: 16 * 1024,
  headerLines: 64,
  bodyBytes: 64 * 1024,
  readerBufferedBytes: 16 * 1024 * 1024,
  connections: 1_024,
  /** Connections that have not signed in yet, from any machine. */
  unauthenticated: 128,
  /** Connections of other machines; the rest is reserved for this one. */
  remoteConnections: 256,
  /** The same for each of their addresses. */
  connectionsPerAddress: 192,
  queuedRequests: 16,
  /** Written to a peer but not accepted by the kernel; media for readers has its own limit. */
  queuedBytes: 64 * 1024,
  /** Rates of one peer. A camera sends a few messages a minute; a large keyframe arrives in a burst. */
  messages: { perSecond: 20, burst: 100 },
  packets: { perSecond: 100_000, burst: 200_000 },
  receivedBytes: { perSecond: 64 * 1024 * 1024, burst: 128 * 1024 * 1024 },
  failedLogins: 3,
} as const;
