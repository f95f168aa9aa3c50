/** RTP and RTCP inside an RTSP connection: `$`, the channel, and the length of the packet in two bytes. */
export const interleavedMarker = 0x24;
export const interleavedHeaderBytes = 4;
