/** Every buffer a peer can make us fill has a ceiling here; a peer that passes one is cut off. */
export const rtspLimits = {
  headBytes: 16 * 1024,
  headerLines: 64,
  bodyBytes: 64 * 1024,
  readerBufferedBytes: 16 * 1024 * 1024,
  connections: 1_024,
  /** Of other machines; this one has all the rest. */
  guests: 256,
  guestsAnAddress: 192,
  queuedRequests: 16,
  /** Written to a peer and not yet taken by the kernel; media for readers is counted apart. */
  queuedBytes: 64 * 1024,
  /** What one peer may send. A camera sends a handful of messages a minute; a keyframe of a large one comes in a burst. */
  messages: { perSecond: 20, burst: 100 },
  packets: { perSecond: 100_000, burst: 200_000 },
  receivedBytes: { perSecond: 64 * 1024 * 1024, burst: 128 * 1024 * 1024 },
  failedLogins: 3,
} as const;
