/** Every buffer a peer can make us fill has a ceiling here; a peer that passes one is cut off. */
export const rtspLimits = {
  headBytes: 16 * 1024,
  headerLines: 64,
  bodyBytes: 64 * 1024,
  readerBufferedBytes: 16 * 1024 * 1024,
  ownReaderBufferedBytes: 64 * 1024 * 1024,
  connections: 1_024,
  /** Of other machines; this one has all the rest. */
  guests: 256,
  guestsAnAddress: 192,
  queuedRequests: 16,
  failedLogins: 3,
} as const;
