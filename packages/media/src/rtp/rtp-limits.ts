/** Limits for the memory that a stream's description and parameter sets can use. */
export const rtpLimits = {
  sdpBytes: 64 * 1024,
  sdpMedia: 16,
  parameterSetBytes: 1_200,
  parameterSetCount: 16,
} as const;
