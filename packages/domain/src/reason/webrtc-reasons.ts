/** Why a viewer cannot watch over WebRTC. */
export const webrtcReasons = {
  'webrtc-h264-only':
    'The camera sends H.265, which is not sent over WebRTC: ask for the other stream, or watch over the WebSocket with transcode=h264.',
  'webrtc-no-video': 'The stream has no video in H.264 or H.265: ask for the other stream.',
  'webrtc-offer-incomplete': 'The offer has no ICE credentials or no fingerprint.',
  'webrtc-offer-media': 'Offer to receive one video, at most one audio and nothing else.',
  'webrtc-offer-not-receiving': 'The offer does not ask to receive.',
  'webrtc-offer-too-long': 'The offer has more than {limit} characters.',
  'webrtc-offer-too-many-formats': 'The offer lists more than {limit} formats.',
  'webrtc-offer-unanswerable': 'The offer cannot be answered.',
  'webrtc-offer-unreadable': 'The offer is not a session description.',
  'webrtc-offer-without-h264':
    'The offer does not accept H.264 in packetization mode 1: watch over the WebSocket instead.',
} as const;
