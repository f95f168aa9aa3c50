/** Ceilings for what a stream's description and its parameter sets may make us hold. */
export const rtpLimits = {
  sdpBytes: 64 * 1024,
  sdpMedia: 16,
  parameterSetBytes: 1_200,
  parameterSetCount: 16,
} as const;
